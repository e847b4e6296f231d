import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Reader, Tables, Tx } from '../../platform/database.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { type ChargeableDefault, holdDefaultPayment, listProviders, lockBuying } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { sayConsent, type Terms } from './rules.ts'
import type { OwnPauseReason } from './tables.ts'
import { thresholdSql } from './wanted-rules.ts'

export interface Owner {
  tenantId: number
  consumerId: number
}

/** A rule as it is stored; prices in cents. */
export type Rule = Selectable<Tables['autoPurchases']>

/** A consumer, with all that a rule stands by, as it is until the transaction ends. */
export interface Held extends Owner {
  /** Undefined where nothing is bought automatically, or the default payment that paid for it was deleted. */
  rule: Rule | undefined
  /** Null where there is none that could be charged now. */
  payment: ChargeableDefault | null
  party: Party
}

/** Whom letters about a rule go to, and the tenant's part of it. */
export interface Party {
  email: string
  fullName: string
  companyName: string
  customerUrl: string
  /** The tenant's. */
  thresholdToken: number
  /** At which the rule buys: the agreed one or the tenant's, whichever is lower. */
  ruleThreshold: number
  timeZone: string
}

/**
 * Holds a consumer's buying, default payment and rule, in the order in which everybody takes them, so that what is found
 * true of them stays true until the transaction has written what follows.
 */
export async function holdRule(
  tx: Tx,
  deps: Pick<AutoPurchaseDeps, 'providers'>,
  owner: Owner,
): Promise<Held> {
  await lockBuying(tx, owner)
  const payment = await holdDefaultPayment(tx, owner, listProviders(deps))
  const rule = await tx
    .selectFrom('autoPurchases')
    .selectAll()
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .forUpdate()
    .executeTakeFirst()
  const mayCharge = payment !== null && !(await isBarred(tx, owner))
  return { ...owner, rule, payment: mayCharge ? payment : null, party: await readParty(tx, owner) }
}

/** Whether the default payment must not be charged automatically before its consumer saves it again. */
export async function isBarred(tx: Tx, { tenantId, consumerId }: Owner): Promise<boolean> {
  const barred = await tx
    .selectFrom('autoPurchaseBars as bar')
    .innerJoin('defaultPayments as payment', (join) =>
      join
        .onRef('payment.consumerId', '=', 'bar.consumerId')
        .onRef('payment.provider', '=', 'bar.provider')
        .onRef('payment.providerMethodId', '=', 'bar.providerMethodId')
        .onRef('payment.createdAt', '<=', 'bar.barredAt'),
    )
    .where('bar.tenantId', '=', tenantId)
    .where('bar.consumerId', '=', consumerId)
    .select('bar.consumerId')
    .executeTakeFirst()
  return barred !== undefined
}

async function readParty(reader: Reader | Tx, { tenantId, consumerId }: Owner): Promise<Party> {
  return reader
    .selectFrom('users')
    .innerJoin('tenants as t', 't.id', 'users.tenantId')
    .leftJoin('autoPurchases as r', (join) =>
      join.onRef('r.tenantId', '=', 'users.tenantId').onRef('r.consumerId', '=', 'users.id'),
    )
    .where('users.tenantId', '=', tenantId)
    .where('users.id', '=', consumerId)
    .select([
      'users.email',
      'users.fullName',
      't.companyName',
      't.url as customerUrl',
      't.thresholdToken',
      thresholdSql.as('ruleThreshold'),
      sql<string>`coalesce(users.time_zone, t.time_zone)`.as('timeZone'),
    ])
    .executeTakeFirstOrThrow()
}

type Changes = UpdateObject<Tables, 'autoPurchases'>

/** A moment of the database's clock, so many seconds from now. */
export function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}

/** Changes a rule, and has the consumer's screens ask again. */
export async function changeRule(tx: Tx, { tenantId, consumerId }: Owner, changes: Changes): Promise<void> {
  await tx
    .updateTable('autoPurchases')
    .set(changes)
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .execute()
  await announceRule(tx, { tenantId, consumerId })
}

/** Pauses a rule until its consumer acts. */
export async function pauseRule(
  tx: Tx,
  owner: Owner,
  pauseReason: OwnPauseReason,
  changes: Changes = {},
): Promise<void> {
  await changeRule(tx, owner, { state: 'paused', pauseReason, wantedSince: null, ...changes })
}

/** Has screens ask again for the rule: on the list of packages, the profile and the banner. */
export async function announceRule(tx: Tx, { tenantId, consumerId: userId }: Owner): Promise<void> {
  await announceChanges(
    tx,
    (['packages', 'profile', 'balance'] as const).map((topic) => ({ topic, tenantId, userId })),
  )
}

/** Writes down what a consumer agreed to, or that it ended; answers the sentence. */
export async function noteConsent(
  tx: Tx,
  { tenantId, consumerId, party }: Held,
  about: { packageId: number; packageName: string } & Terms,
  act: { act: 'on' | 'resumed' } | { act: 'off'; reason: string },
): Promise<string> {
  const { packageName, ...agreed } = about
  const terms = sayConsent(packageName, agreed, party.thresholdToken)
  await tx
    .insertInto('autoPurchaseConsents')
    .values({
      tenantId,
      consumerId,
      reason: null,
      ...act,
      packageId: agreed.packageId,
      priceCents: agreed.priceCents,
      numberOfTokens: agreed.numberOfTokens,
      thresholdTokens: party.thresholdToken,
      terms,
    })
    .execute()
  return terms
}
