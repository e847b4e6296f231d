import type { consumers } from '@almanac/contract'
import type { ConsumerRow } from '@almanac/contract/consumers'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { anywhere } from '../../platform/like-pattern.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { keptAtSql, type ProviderAccount } from '../payments/index.ts'
import { receivedCategories } from '../subscriptions/index.ts'

const rowColumns = [
  'users.id',
  'users.email',
  'users.isEmailVerified',
  'users.pendingEmail',
  'users.fullName',
  'users.username',
  'tenants.url',
] as const

interface FoundRow extends Omit<ConsumerRow, 'email' | 'tempEmail'> {
  email: string
  isEmailVerified: boolean
  pendingEmail: string | null
}

/** The address of a sign-up counts once it was verified; until then it is one that waits. */
function toRow({ id, email, isEmailVerified, pendingEmail, fullName, username, url }: FoundRow): ConsumerRow {
  const tempEmail = pendingEmail ?? (isEmailVerified ? null : email)
  return { id, email: isEmailVerified ? email : null, tempEmail, fullName, username, url }
}

function liveConsumers(reader: Reader) {
  return reader
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenantId')
    .where('users.role', '=', 'consumer')
    .where('users.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
}

/** Consumers of all tenants, newest first; searched for by a part of name, username, email, waiting or not, or url. */
export async function listConsumers(
  reader: Reader,
  query: Query<typeof consumers.listConsumers>,
): Promise<Answer<typeof consumers.listConsumers>> {
  const { searchText } = query
  let matching = liveConsumers(reader)
  if (searchText) {
    const pattern = anywhere(searchText)
    matching = matching.where(({ or, eb }) =>
      or([
        eb('users.fullName', 'ilike', pattern),
        eb('users.username', 'ilike', pattern),
        eb('users.email', 'ilike', pattern),
        eb('users.pendingEmail', 'ilike', pattern),
        eb('tenants.url', 'ilike', pattern),
      ]),
    )
  }
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching.select(rowColumns).orderBy('users.id', 'desc'),
  )
  return toPage(query, totalItems, rows.map(toRow))
}

/**
 * A consumer with all details. The default payment is one of the payment providers' present accounts, and only told to be
 * there (decision W8).
 * @throws DomainError `not_found` for a consumer that is none of the tenant's.
 */
export async function readConsumer(
  reader: Reader,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
  at: readonly ProviderAccount[],
): Promise<Answer<typeof consumers.getConsumerDetails>> {
  const found = await findConsumer(reader, { tenantId, consumerId }, at)
  if (!found) throw new DomainError('not_found')
  const row = toRow(found)
  return {
    ...row,
    consumerDetails: {
      ...row,
      contactNumber: found.contactNumber,
      smsPhoneNumber: found.smsPhoneNumber,
      unverifiedEmail: row.tempEmail,
      unverifiedSmsPhoneNumber: found.pendingSmsPhoneNumber,
      stripeId: found.defaultPaymentKind === 'card' ? 'set' : null,
      paypalPaymentToken: found.defaultPaymentKind === 'wallet' ? 'set' : null,
      profilePic: found.profilePic,
      tokenBalance: found.balance,
      defaultCategoryName: found.defaultCategoryName,
      subscriptions: found.subscriptions,
      consents: found.consents,
    },
  }
}

/** More than a screen is read for. */
const consentsMax = 50

/** An instant in JSON, as the wire has it. */
function isoTime(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function findConsumer(
  reader: Reader,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
  at: readonly ProviderAccount[],
) {
  return liveConsumers(reader)
    .innerJoin('wallets', 'wallets.consumerId', 'users.id')
    .leftJoin('categories', (join) =>
      join.onRef('categories.id', '=', 'users.defaultCategoryId').on('categories.deletedAt', 'is', null),
    )
    .where('users.tenantId', '=', tenantId)
    .where('users.id', '=', consumerId)
    .select(rowColumns)
    .select([
      'users.contactNumber',
      'users.smsPhoneNumber',
      'users.pendingSmsPhoneNumber',
      'users.profilePic',
      'wallets.balance',
      'categories.name as defaultCategoryName',
    ])
    .select(({ selectFrom }) => [
      selectFrom('defaultPayments')
        .select('defaultPayments.kind')
        .whereRef('defaultPayments.consumerId', '=', 'users.id')
        .where(keptAtSql(sql.ref('defaultPayments.provider'), sql.ref('defaultPayments.account'), at))
        .as('defaultPaymentKind'),
      receivedCategories.as('subscriptions'),
      jsonArrayFrom(
        selectFrom('consents')
          .leftJoin('categories as agreed', (join) =>
            join
              .onRef('agreed.tenantId', '=', 'consents.tenantId')
              .onRef('agreed.id', '=', 'consents.categoryId'),
          )
          .whereRef('consents.tenantId', '=', 'users.tenantId')
          .whereRef('consents.consumerId', '=', 'users.id')
          .select(['consents.act', 'consents.medium', 'consents.recipient', 'agreed.name as categoryName'])
          .select(['consents.wording', 'consents.source', 'consents.ipAddress'])
          .select(isoTime(sql.ref('consents.created_at')).as('dateTime'))
          .orderBy('consents.id', 'desc')
          .limit(consentsMax),
      ).as('consents'),
    ])
    .executeTakeFirst()
}
