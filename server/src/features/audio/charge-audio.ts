import type { audio } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import { type Database, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { postEntrySql } from '../ledger/index.ts'

export interface Charge {
  tenantId: number
  consumerId: number
  audioId: number
  /** The client's id for one list of readings (decision A2). */
  session: string
  loginHash: Buffer
}

interface ChargeRow {
  costTokens: number | null
  earlierTokens: number | null
  newBalance: number | null
  balanceBefore: number
}

/**
 * Spends the tokens of a reading once per consumer, audio and session, in one statement: price, debit, ledger row and
 * play are written together or not at all. A repeat costs nothing and answers `alreadyCharged`.
 * @throws DomainError `test_audio_is_free`, `not_found` (unknown, another tenant's, or not playable now),
 * `insufficient_tokens`.
 */
export async function chargeAudio(db: Database, charge: Charge): Promise<Answer<typeof audio.chargeAudio>> {
  if (charge.audioId === 0) throw new DomainError('test_audio_is_free')
  const row = await chargeOnce(db, charge)
  if (row.earlierTokens !== null) {
    return {
      tokenBalance: row.balanceBefore,
      tokensCharged: 0,
      alreadyCharged: true,
      message: 'This reading is already charged in this session.',
    }
  }
  if (row.costTokens === null) throw new DomainError('not_found')
  if (row.newBalance === null) throw new DomainError('insufficient_tokens')
  return {
    tokenBalance: row.newBalance,
    tokensCharged: row.costTokens,
    alreadyCharged: false,
    message: row.costTokens === 1 ? '1 token was used.' : `${row.costTokens} tokens were used.`,
  }
}

/**
 * Two charges of one session at once: the second one's statement does not see the first, and is refused its row, or its
 * tokens where the first took the last of them. Its repeat sees the first.
 */
async function chargeOnce(db: Database, charge: Charge): Promise<ChargeRow> {
  const row = await runCharge(db, charge).catch((error: unknown) => {
    if (violatedUnique(error)) return null
    throw error
  })
  const isNotCovered = row?.earlierTokens === null && row.costTokens !== null && row.newBalance === null
  return row === null || isNotCovered ? runCharge(db, charge) : row
}

async function runCharge({ reader }: Database, charge: Charge): Promise<ChargeRow> {
  const { tenantId, consumerId, audioId, session, loginHash } = charge
  const posted = postEntrySql({
    tenantId,
    consumerId,
    debitTokens: sql<number>`wanted.cost_tokens`,
    kind: 'reading',
    reference: `play:${consumerId}:${audioId}:${session}`,
    description: sql<string>`'Reading: ' || wanted.name`,
    actor: `consumer:${consumerId}`,
  })
  const { rows } = await sql<ChargeRow>`
    with wanted as (
      select a.name, m.number_of_tokens as cost_tokens
      from audios a
        join categories c on c.id = a.category_id and c.deleted_at is null
        join category_mediums m on m.category_id = a.category_id and m.name = 'audio'
      where a.id = ${audioId} and a.tenant_id = ${tenantId}
        and a.deleted_at is null and a.starts_at <= now() and a.ends_at >= now()
    ), earlier as (
      select tokens from plays
      where consumer_id = ${consumerId} and audio_id = ${audioId} and session = ${session}
    ), posted as (
      select wanted.cost_tokens, ${posted} as balance from wanted where not exists (select from earlier)
    ), played as (
      insert into plays (tenant_id, consumer_id, audio_id, session, tokens, login_hash)
      select ${tenantId}, ${consumerId}, ${audioId}, ${session}, cost_tokens, ${loginHash}
      from posted where balance is not null
    )
    select (select cost_tokens from wanted), (select tokens from earlier) as earlier_tokens,
      (select balance from posted) as new_balance, w.balance as balance_before
    from wallets w where w.consumer_id = ${consumerId} and w.tenant_id = ${tenantId}
  `.execute(reader)
  const row = rows[0]
  if (!row) throw new DomainError('not_found')
  return row
}
