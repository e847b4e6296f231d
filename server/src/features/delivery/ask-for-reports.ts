import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsSender } from '../messages/index.ts'
import { type RecordDeps, recordStatus } from './record-outcome.ts'

export interface AskDeps extends RecordDeps {
  sms: SmsSender
  log: Log
}

/** A carrier that has said nothing by then never will: the message stays `sent`. */
const askWithinHours = 48
/** All of a batch are asked about at once. */
const batchSize = 20

interface UnreportedSms {
  id: number
  providerId: string | null
  isRecent: boolean
}

/**
 * Asks the SMS provider about messages that it took and whose end it has not reported, since callbacks get lost and
 * the token of an undeliverable message is owed all the same. Each is asked about ever later: the pause is as long as
 * the message was old when last asked about.
 * @returns how many the provider answered for.
 */
export async function askForReports(deps: AskDeps): Promise<number> {
  const claimed = await claimUnreported(deps.db)
  const failures: unknown[] = []
  const asked = claimed.map((message) => ask(deps, message).catch((error: unknown) => failures.push(error)))
  await Promise.all(asked)
  if (failures.length > 0) {
    deps.log.warn(
      { err: failures[0], count: failures.length },
      'the provider could not be asked for reports yet',
    )
  }
  return claimed.length - failures.length
}

/** Claims messages for one look each; after the last one they are left alone. */
async function claimUnreported(db: Database): Promise<UnreportedSms[]> {
  const { rows } = await sql<UnreportedSms>`
    update deliveries
    set next_look_at = case
      when present() - sent_at < make_interval(hours => ${askWithinHours}) / 2 then present() + (present() - sent_at)
    end
    where id in (
      select id from deliveries where state = 'sent' and medium = 'sms' and next_look_at <= present()
      order by next_look_at limit ${batchSize} for update skip locked
    )
    returning id, provider_id, sent_at > present() - make_interval(hours => ${askWithinHours}) as is_recent
  `.execute(db.reader)
  return rows
}

async function ask(deps: AskDeps, { id, providerId, isRecent }: UnreportedSms): Promise<void> {
  if (providerId === null || !isRecent) return
  const status = await deps.sms.findStatus(providerId)
  if (status) await recordStatus(deps, id, status)
}
