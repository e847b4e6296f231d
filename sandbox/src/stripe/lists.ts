import type { StripeCall } from './context.ts'
import { missing } from './errors.ts'

type Listed = { id: string; created: number }

/** Stripe's list envelope, newest first, one page by `limit`, `starting_after` and `ending_before`. */
export function listPage<Row extends Listed>(call: StripeCall, newestFirst: Row[], url: string) {
  const { parameters } = call
  const limit = (parameters.limit as number | undefined) ?? 10
  const created = (parameters.created ?? {}) as { gt?: number; gte?: number; lt?: number; lte?: number }
  const rows = newestFirst.filter(
    (row) =>
      row.created > (created.gt ?? -1) &&
      row.created >= (created.gte ?? 0) &&
      row.created < (created.lt ?? Infinity) &&
      row.created <= (created.lte ?? Infinity),
  )
  const { starting_after: after, ending_before: before } = parameters
  if (typeof before === 'string') {
    const end = place(rows, before, 'ending_before')
    const data = rows.slice(Math.max(0, end - limit), end)
    return { object: 'list', data, has_more: end > limit, url }
  }
  const start = typeof after === 'string' ? place(rows, after, 'starting_after') + 1 : 0
  return {
    object: 'list',
    data: rows.slice(start, start + limit),
    has_more: rows.length > start + limit,
    url,
  }
}

function place(rows: Listed[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw missing('object', id, param, false)
  return index
}
