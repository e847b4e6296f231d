import type { audio } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { type Database, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { placeSql } from '../../platform/statement-shapes.ts'
import { postEntrySql } from '../ledger/index.ts'
import { playOfSql, stillPaysSql } from './paid-play.ts'

export interface Charge {
  tenantId: number
  consumerId: number
  audioId: number
  /** The client's id for one list of readings (decision A2). */
  session: string
  loginHash: Buffer
  /** The price that was shown, in tokens; undefined where the client doesn't say. */
  expectedTokens?: number | undefined
}

interface ChargeRow {
  /** What the reading costs now; null where it can't be played. */
  costTokens: number | null
  /** Whether the play of this session pays for it still; null where there is none. */
  isPaid: boolean | null
  /** What the debit left, 0 for a free reading; null where nothing was played. */
  newBalance: number | null
  balanceBefore: number
}

/**
 * Spends the tokens of a reading once per consumer, audio and session, in one statement: price, debit, ledger row and
 * play are written together or not at all, and only at the price expected. A repeat costs nothing and answers
 * `alreadyCharged`; a free reading is played without a debit.
 * @throws DomainError `test_audio_is_free`, `not_found` (unknown, another tenant's, or not playable now), `session_over`
 * (its play is older than 24 hours or of another login), `price_changed`, `insufficient_tokens`.
 */
export async function chargeAudio(db: Database, charge: Charge): Promise<Answer<typeof audio.chargeAudio>> {
  if (charge.audioId === 0) throw new DomainError('test_audio_is_free')
  const row = await chargeOnce(db, charge)
  if (row.isPaid) {
    return {
      tokenBalance: row.balanceBefore,
      tokensCharged: 0,
      alreadyCharged: true,
      message: 'This reading is already charged in this session.',
    }
  }
  if (row.costTokens === null) throw new DomainError('not_found')
  if (row.isPaid === false) throw new DomainError('session_over')
  if (!isAsExpected(charge, row.costTokens))
    throw new DomainError('price_changed', { extra: { numberOfTokens: row.costTokens } })
  if (row.newBalance === null) throw new DomainError('insufficient_tokens')
  return {
    tokenBalance: row.costTokens === 0 ? row.balanceBefore : row.newBalance,
    tokensCharged: row.costTokens,
    alreadyCharged: false,
    message: messageOf(row.costTokens),
  }
}

function isAsExpected({ expectedTokens }: Charge, costTokens: number): boolean {
  return expectedTokens === undefined || expectedTokens === costTokens
}

function messageOf(tokens: number): string {
  if (tokens === 0) return 'This reading is free.'
  return tokens === 1 ? '1 token was used.' : `${tokens} tokens were used.`
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
  const isNotCovered =
    row?.isPaid === null &&
    row.costTokens !== null &&
    row.newBalance === null &&
    isAsExpected(charge, row.costTokens)
  return row === null || isNotCovered ? runCharge(db, charge) : row
}

const given = {
  tenantId: placeSql<number>('tenantId'),
  consumerId: placeSql<number>('consumerId'),
  audioId: placeSql<number>('audioId'),
  session: placeSql<string>('session'),
  loginHash: placeSql<Buffer>('loginHash'),
  expectedTokens: placeSql<number | null>('expectedTokens'),
  reference: placeSql<string>('reference'),
  actor: placeSql<string>('actor'),
}

async function runCharge({ quickWrites }: Database, charge: Charge): Promise<ChargeRow> {
  const { consumerId, audioId, session, expectedTokens = null } = charge
  const reference = `play:${consumerId}:${audioId}:${session}`
  const actor = `consumer:${consumerId}`
  const values = { ...charge, expectedTokens, reference, actor }
  const [row] = await quickWrites.run('charge of a reading', chargeSql, values)
  if (!row) throw new DomainError('not_found')
  return row
}

/**
 * What costs most is to plan it: it looks things up one by one, since a join of three tables takes half as long again.
 * The wallet comes first: the first parameter says which account is locked (`commitTogether`).
 */
function chargeSql(): RawBuilder<ChargeRow> {
  const posted = postEntrySql({
    ...given,
    debitTokens: sql<number>`wanted.cost_tokens`,
    kind: 'reading',
    description: sql<string>`'Reading: ' || wanted.name`,
  })
  return sql`
    with wallet as (
      select balance from wallets where consumer_id = ${given.consumerId} and tenant_id = ${given.tenantId}
    ), wanted as (
      select a.name, (
        select m.number_of_tokens from category_mediums m where m.category_id = a.category_id and m.name = 'audio'
      ) as cost_tokens
      from audios a
      where a.id = ${given.audioId} and a.tenant_id = ${given.tenantId}
        and a.deleted_at is null and a.starts_at <= now() and a.ends_at >= now()
        and (select c.deleted_at is null from categories c where c.id = a.category_id)
    ), earlier as (
      select ${stillPaysSql(given.loginHash)} as is_paid from plays p where ${playOfSql(given)}
    ), posted as (
      select cost_tokens, case when cost_tokens = 0 then 0 else ${posted} end as balance
      from wanted
      where not exists (select from earlier) and cost_tokens = coalesce(${given.expectedTokens}::int, cost_tokens)
    ), played as (
      insert into plays (tenant_id, consumer_id, audio_id, session, tokens, login_hash)
      select ${given.tenantId}, ${given.consumerId}, ${given.audioId}, ${given.session}, cost_tokens, ${given.loginHash}
      from posted where balance is not null
    )
    select (select cost_tokens from wanted), (select is_paid from earlier),
      (select balance from posted) as new_balance, balance as balance_before
    from wallet
  `
}
