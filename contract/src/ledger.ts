import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import {
  customerUrl,
  dayInput,
  flag,
  idText,
  instant,
  longPaged,
  message,
  paged,
  pageQuery,
  searchText,
  tokenCount,
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
    startDate: dayInput.optional(),
    endDate: dayInput.optional(),
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

export const editTokenBalance = endpoint({
  method: 'PUT',
  path: '/v1/admin/token-balance/:customerUrl/:consumerId',
  summary: "Add tokens to a consumer's balance, or subtract some from it",
  actor: ['admin'],
  params: z.object({ customerUrl, consumerId: idText }),
  body: z
    .object({
      numberOfTokens: tokenCount.min(1).max(limits.tokenEditMax),
      addToken: z.boolean().default(false),
      subtractToken: z.boolean().default(false),
      /** Kept with the change. */
      reason: z.string().trim().max(limits.reasonMaxCharacters).optional(),
      /** The balance that was looked at; with another one now it is `balance_changed`, and nothing is edited. */
      expectedTokenBalance: tokenCount.min(0).optional(),
    })
    .refine(
      ({ addToken, subtractToken }) => addToken !== subtractToken,
      'Please choose either to add or to subtract tokens.',
    ),
  response: message.extend({ tokenBalance: tokenCount }),
  errors: ['subtraction_too_large', 'balance_changed', 'idempotency_mismatch'],
  idempotent: true,
})
