import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  customerUrl,
  day,
  flag,
  idText,
  instant,
  longPaged,
  paged,
  pageQuery,
  searchText,
} from './primitives.ts'

export const tokenTransaction = z.object({
  id: z.number().int(),
  description: z.string(),
  tokenDebit: z.number().int(),
  tokenCredit: z.number().int(),
  newTokenBalance: z.number().int(),
  createdAt: instant,
})

export const tokenTransactionColumn = z.enum([
  'createdAt',
  'username',
  'description',
  'tokenDebit',
  'tokenCredit',
  'newTokenBalance',
])

export const listTokenTransactions = endpoint({
  method: 'GET',
  path: '/v1/admin/token-transactions',
  summary: "Every change of every consumer's balance",
  actor: ['admin'],
  query: z.object({
    ...pageQuery,
    searchText,
    timeZone: z.string().max(64).default('UTC'),
    isShortAscending: flag.default(false),
    shortByColumn: tokenTransactionColumn.default('createdAt'),
    startDate: day.optional(),
    endDate: day.optional(),
  }),
  response: longPaged(tokenTransaction.extend({ username: z.string(), customerUrl: z.string() })),
  errors: [],
})

export const listOwnTokenTransactions = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/token-transactions',
  summary: "The consumer's own token history, newest first",
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  query: z.object(pageQuery),
  response: paged(tokenTransaction),
  errors: [],
})
