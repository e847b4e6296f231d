import { listPurchases } from '@almanac/contract/payments'
import { readOf } from '../../api/query-client.ts'

/** More than are bought automatically between two looks. */
const ENOUGH = 10

/** Reads what the consumer bought last, newest first. */
export function newestPurchases(params: { customerUrl: string; consumerId: number }) {
  return readOf(listPurchases, { params, query: { itemPerPage: ENOUGH } })
}
