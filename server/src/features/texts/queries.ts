import type { texts } from '@almanac/contract'
import type { Query } from '@almanac/contract/endpoint'
import type { Paged } from '@almanac/contract/primitives'
import type { ShortText } from '@almanac/contract/texts'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { formatLocal } from '../../platform/zoned-time.ts'
import { requireCategory } from '../categories/index.ts'
import { mostFrequent } from './rules.ts'
import type { TextState } from './tables.ts'

/** Proposed while there is no text to go by. */
const firstTime = '07:00'

const unsentStates: TextState[] = ['scheduled', 'sending']
const sentStates: TextState[] = ['sent', 'missed']

export const textColumns = ['id', 'messageName', 'textContent', 'disburseAt', 'state'] as const

export interface TextRow {
  id: number
  messageName: string
  textContent: string
  disburseAt: Date
  state: TextState
}

export function toWire({ id, messageName, textContent, disburseAt, state }: TextRow): ShortText {
  return { id, messageName, textContent, disburseDateTime: disburseAt.toISOString(), status: state }
}

/** @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's. */
export async function requireText(
  reader: Reader,
  tenantId: number,
  textId: number,
): Promise<TextRow & { categoryId: number }> {
  const text = await reader
    .selectFrom('shortTexts')
    .select([...textColumns, 'categoryId'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', textId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!text) throw new DomainError('not_found')
  return text
}

/** How many of the last texts say what is usual. */
const usualOf = 30

/**
 * The time of day, `HH:mm` on the wall of the tenant, at which most of the last texts of a category are scheduled; of the
 * whole tenant where the category has none, or is not given. 07:00 before the first.
 */
export async function readUsualTime(
  reader: Reader,
  { tenantId, timeZone }: Pick<TenantSession, 'tenantId' | 'timeZone'>,
  categoryId?: number,
): Promise<string> {
  const last = reader
    .selectFrom('shortTexts')
    .select('disburseAt')
    .where('tenantId', '=', tenantId)
    .where('deletedAt', 'is', null)
    .where('state', '!=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(usualOf)
  const own = categoryId ? await last.where('categoryId', '=', categoryId).execute() : []
  const found = own.length > 0 ? own : await last.execute()
  const times = found.map(({ disburseAt }) => formatLocal(disburseAt, timeZone).slice('YYYY-MM-DD '.length))
  return mostFrequent(times) ?? firstTime
}

/**
 * A category's texts: the unsent ones by their time, the sent ones newest first.
 * @throws DomainError `not_found` for an unknown category or another tenant's.
 */
export async function listTexts(
  reader: Reader,
  tenantId: number,
  query: Query<typeof texts.listShortTexts>,
): Promise<Paged<ShortText>> {
  await requireCategory(reader, tenantId, query.consumerCategoryId)
  const states = statesOf(query)
  const matching = reader
    .selectFrom('shortTexts')
    .where('tenantId', '=', tenantId)
    .where('categoryId', '=', query.consumerCategoryId)
    .where('deletedAt', 'is', null)
    .where('state', 'in', states)
  const direction = states.includes('sent') ? 'desc' : 'asc'
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching.select(textColumns).orderBy('disburseAt', direction).orderBy('id', direction),
  )
  return toPage(query, totalItems, rows.map(toWire))
}

/** Neither filter, like both, means all that was not cancelled. */
function statesOf({ isUnsent, isSent }: { isUnsent?: boolean; isSent?: boolean }): TextState[] {
  if (isUnsent === isSent) return [...unsentStates, ...sentStates]
  return isUnsent || isSent === false ? unsentStates : sentStates
}
