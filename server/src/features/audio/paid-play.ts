import { type RawBuilder, sql } from 'kysely'

/** Whose play, of what, in which audio session and login. `audioId` may be a column of a larger statement. */
export interface PlayKey {
  consumerId: number
  audioId: number | RawBuilder<number>
  session: string
  loginHash: Buffer
}

const paidHours = 24

/**
 * The condition under which the row `p` of `plays` pays for a reading: a play of this consumer, audio and session, in
 * this login, less than 24 hours old. The one definition for list, charge and stream (decision A2).
 */
export function paidPlaySql({ consumerId, audioId, session, loginHash }: PlayKey): RawBuilder<boolean> {
  return sql<boolean>`(
    p.consumer_id = ${consumerId}::int and p.audio_id = ${audioId}::int and p.session = ${session}::text
    and p.login_hash = ${loginHash}::bytea and p.charged_at > now() - make_interval(hours => ${paidHours}::int)
  )`
}
