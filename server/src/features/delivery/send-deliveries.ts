import { crashPoint } from '../../platform/crash-points.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { gather } from '../../platform/gather.ts'
import type { Lane } from '../../platform/lanes.ts'
import type { Log } from '../../platform/log.ts'
import { atPace, type Pace } from '../../platform/pace.ts'
import type { Mailer, SendOutcome, SmsSender } from '../messages/index.ts'
import { lateFrom } from '../texts/index.ts'
import { type ClaimDeps, type ClaimedDelivery, claimDeliveries, renewClaims } from './claim-deliveries.ts'
import { endTexts } from './end-texts.ts'
import { readQuietHours, secondsUntilQuiet } from './quiet-hours.ts'
import { type AcceptedDelivery, recordAccepted, recordOutcome } from './record-outcome.ts'
import { giveUpLost } from './resolve-lost.ts'
import { type MessageDeps, toMail, toSms } from './sunburst-message.ts'

export interface SendDeps extends Omit<ClaimDeps, 'config'>, Omit<MessageDeps, 'config'> {
  config: ClaimDeps['config'] & MessageDeps['config']
  mailer: Mailer
  sms: SmsSender
  /** How fast each medium's sender may be used. */
  paces: Readonly<Record<'sms' | 'email', Pace>>
  log: Log
}

/**
 * Deliveries in hand at once in a worker; a kill leaves no more than these in doubt. Letters have more room, and a
 * tenant a smaller part of it, since a mail host may let each of them wait for long.
 */
export const lanes = {
  sms: { name: 'send-sms-deliveries', everySeconds: 5, atOnce: 64, atOncePerTenant: 32 },
  email: { name: 'send-email-deliveries', everySeconds: 5, atOnce: 48, atOncePerTenant: 16 },
} as const

export const laneNames: readonly string[] = Object.values(lanes).map(({ name }) => name)

/** A worker that was held up longer than this sends nothing of what it claimed before: others may have given it up. */
const claimGoodForMs = 30_000
/** Twilio advises against less. */
const validityMinSeconds = 10

/** One lane a medium, so that a slow mail host holds up no SMS. */
export function deliveryLanes(deps: SendDeps): Lane<ClaimedDelivery>[] {
  return [openLane(deps, 'sms'), openLane(deps, 'email')]
}

function openLane(deps: SendDeps, medium: 'sms' | 'email'): Lane<ClaimedDelivery> {
  const texts = countByText(deps)
  const accept = gather<AcceptedDelivery>((accepted) => recordAccepted(deps, accepted))
  let afterTenantId = 0
  const lane: Lane<ClaimedDelivery> = {
    ...lanes[medium],
    async claim(wish) {
      const { claimed, settled, withdrawnFrom, lastTenantId } = await claimDeliveries(deps, {
        ...wish,
        medium,
        afterTenantId,
      })
      afterTenantId = lastTenantId
      for (const { textId } of claimed) texts.take(textId)
      await texts.endThoseDone(withdrawnFrom)
      return { rows: claimed, settled }
    },
    async work(delivery) {
      try {
        await sendOne(deps, delivery, accept)
      } finally {
        texts.leave(delivery.textId)
        await texts.endThoseDone([delivery.textId])
      }
    },
    renew: (rows) =>
      renewClaims(
        deps.db,
        rows.map(({ id }) => id),
      ),
  }
  return atPace(lane, deps.paces[medium])
}

/**
 * Counts what is in hand by text, so that only a text whose last one has left is looked at. One that another worker
 * finishes is ended there, or by the sweep.
 */
function countByText({ db, log }: SendDeps) {
  const counts = new Map<number, number>()
  return {
    take(textId: number): void {
      counts.set(textId, (counts.get(textId) ?? 0) + 1)
    },
    leave(textId: number): void {
      const left = (counts.get(textId) ?? 1) - 1
      if (left > 0) counts.set(textId, left)
      else counts.delete(textId)
    },
    /** Never fails: what has been claimed must not be left lying for it. */
    async endThoseDone(textIds: readonly number[]): Promise<void> {
      const done = textIds.filter((textId) => !counts.has(textId))
      await endTexts(db, done).catch((error: unknown) => {
        log.warn({ err: error }, 'texts could not be ended yet')
      })
    },
  }
}

async function sendOne(
  deps: SendDeps,
  delivery: ClaimedDelivery,
  accept: (delivery: AcceptedDelivery) => Promise<void>,
): Promise<void> {
  try {
    const isStale = performance.now() - delivery.claimedAtMs > claimGoodForMs
    const { id, textId: text, medium, attempts } = delivery
    deps.log.info({ delivery: id, text, medium, attempts }, 'a delivery is handed over')
    const outcome: SendOutcome = isStale
      ? { kind: 'retry', reason: 'held-up' }
      : await handOver(deps, delivery)
    crashPoint('send.provider-answered')
    deps.log.info({ delivery: id, ...outcome }, 'the provider answered for a delivery')
    await recordOutcome(deps, delivery, outcome, accept)
    crashPoint('send.recorded')
  } catch (error) {
    deps.log.warn({ err: error, delivery: delivery.id }, 'the fate of a delivery is not known')
    const isForGood = error instanceof OutcomeUnknownError && delivery.medium === 'email'
    if (isForGood) await giveUpLost(deps.db, [delivery.id], error.message)
  }
}

function handOver(deps: SendDeps, delivery: ClaimedDelivery): Promise<SendOutcome> {
  if (delivery.medium === 'email') return deps.mailer.sendMail(toMail(deps, delivery))
  return deps.sms.sendSms(toSms(deps, delivery, validityOf(deps, delivery)))
}

/** A text that got stuck on its way must arrive neither late nor at night. */
function validityOf({ config }: SendDeps, delivery: ClaimedDelivery): number {
  const { present, timeZone } = delivery
  const untilLate = Math.floor((lateFrom(delivery).getTime() - present.getTime()) / 1_000)
  const untilQuiet = secondsUntilQuiet(present, timeZone, readQuietHours(config.SMS_QUIET_HOURS))
  return Math.max(validityMinSeconds, Math.min(untilLate, untilQuiet ?? Number.POSITIVE_INFINITY))
}
