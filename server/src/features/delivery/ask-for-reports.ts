import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsSender } from '../messages/index.ts'
import { type RecordDeps, recordStatus } from './record-outcome.ts'

export interface AskDeps extends RecordDeps {
  sms: SmsSender
  log: Log
}

/** Reports come within minutes; one that has not come by then may be lost. */
const askAfterMinutes = 15
/** A carrier that has said nothing by then never will: the message stays `sent`. */
const askWithinHours = 48
/** All of a batch are asked about at once. */
const batchSize = 20

interface UnreportedSms {
  id: number
  providerId: string
}

/**
 * Asks the SMS provider about messages that it took and whose end it has not reported, since callbacks get lost and
 * the token of an undeliverable message is owed all the same. Each is asked about ever later: the pause is as long as
 * the message was old when last asked about.
 * @returns how many were asked about.
 */
export async function askForReports(deps: AskDeps): Promise<number> {
  const unreported = await claimUnreported(deps.db)
  await Promise.all(unreported.map((message) => tryToAsk(deps, message)))
  return unreported.length
}

async function claimUnreported(db: Database): Promise<UnreportedSms[]> {
  const { rows } = await sql<UnreportedSms>`
    update deliveries set asked_at = now()
    where id in (
      select id from deliveries
      where state = 'sent' and medium = 'sms' and provider_id is not null
        and sent_at < now() - make_interval(mins => ${askAfterMinutes})
        and sent_at > now() - make_interval(hours => ${askWithinHours})
        and (asked_at is null or now() - asked_at >= asked_at - sent_at)
      order by sent_at limit ${batchSize} for update skip locked
    )
    returning id, provider_id
  `.execute(db.reader)
  return rows
}

async function tryToAsk(deps: AskDeps, { id, providerId }: UnreportedSms): Promise<void> {
  try {
    const status = await deps.sms.findStatus(providerId)
    if (status) await recordStatus(deps, id, status)
  } catch (error) {
    deps.log.warn({ err: error, delivery: id }, 'the state of a message could not be asked for yet')
  }
}
