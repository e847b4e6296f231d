import { OutcomeUnknownError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, SendOutcome, SmsSender } from '../messages/index.ts'
import { missedAfterHours } from '../texts/index.ts'
import { type ClaimDeps, type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { endTexts } from './end-texts.ts'
import { readQuietHours, secondsUntilQuiet } from './quiet-hours.ts'
import { recordOutcome } from './record-outcome.ts'
import { giveUpLost } from './resolve-lost.ts'
import { type MessageDeps, toMail, toSms } from './sunburst-message.ts'

export interface SendDeps extends ClaimDeps, MessageDeps {
  mailer: Mailer
  sms: SmsSender
  log: Log
}

/** A worker that was held up longer than this sends nothing of what it claimed before: others may have given it up. */
const claimGoodForMs = 30_000
/** Twilio advises against less. */
const validityMinSeconds = 10

/** Sends one round of what is due, all of it at once. @returns how many deliveries were handled. */
export async function sendDeliveries(deps: SendDeps): Promise<number> {
  const claimedAtMs = performance.now()
  const { claimed, handled } = await claimDeliveries(deps)
  const sent = await Promise.allSettled(claimed.map((delivery) => sendOne(deps, delivery, claimedAtMs)))
  const failed = sent.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  await endTexts(deps.db)
  return handled
}

async function sendOne(deps: SendDeps, delivery: ClaimedDelivery, claimedAtMs: number): Promise<void> {
  try {
    const isStale = performance.now() - claimedAtMs > claimGoodForMs
    const outcome: SendOutcome = isStale
      ? { kind: 'retry', reason: 'held-up' }
      : await handOver(deps, delivery)
    await recordOutcome(deps, delivery, outcome)
  } catch (error) {
    deps.log.warn({ err: error, delivery: delivery.id }, 'the fate of a delivery is not known')
    const isForGood = error instanceof OutcomeUnknownError && delivery.medium === 'email'
    if (isForGood) await giveUpLost(deps.db, delivery.id, error.message)
  }
}

function handOver(deps: SendDeps, delivery: ClaimedDelivery): Promise<SendOutcome> {
  if (delivery.medium === 'email') return deps.mailer.sendMail(toMail(deps, delivery))
  return deps.sms.sendSms(toSms(deps, delivery, validityOf(deps, delivery)))
}

/** A text that got stuck on its way must arrive neither late nor at night. */
function validityOf({ clock, config }: SendDeps, { timeZone }: ClaimedDelivery): number {
  const quietHours = readQuietHours(config.SMS_QUIET_HOURS)
  const untilQuiet = secondsUntilQuiet(clock.now(), timeZone, quietHours)
  return Math.max(
    validityMinSeconds,
    Math.min(missedAfterHours * 3_600, untilQuiet ?? Number.POSITIVE_INFINITY),
  )
}
