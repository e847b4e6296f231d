import { type RawBuilder, sql } from 'kysely'

/** Which play: of whom, of what, in which audio session. What is no value is a column of a larger statement. */
export interface PlayKey {
  consumerId: number | RawBuilder<number>
  audioId: number | RawBuilder<number>
  session: string | RawBuilder<string>
}

/** The condition under which the row `p` of `plays` is that play: there is one at most. */
export function playOfSql({ consumerId, audioId, session }: PlayKey): RawBuilder<boolean> {
  return sql<boolean>`(p.consumer_id = ${consumerId} and p.audio_id = ${audioId} and p.session = ${session})`
}

/** The condition under which the row `p` of `plays` still pays: in the login it was charged in, for 24 hours. */
export function stillPaysSql(loginHash: Buffer | RawBuilder<Buffer>): RawBuilder<boolean> {
  return sql<boolean>`(p.login_hash = ${loginHash} and p.charged_at > now() - interval '24 hours')`
}

/**
 * The condition under which the row `p` of `plays` pays for a reading: the one definition of 'paid', for list, charge
 * and stream (decision A2).
 */
export function paidPlaySql(play: PlayKey & { loginHash: Buffer | RawBuilder<Buffer> }): RawBuilder<boolean> {
  return sql<boolean>`${playOfSql(play)} and ${stillPaysSql(play.loginHash)}`
}
