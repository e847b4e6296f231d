import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openTransactionPooler } from '../../test/transaction-pooler.ts'
import { findPooler, refusePooler } from './pooler.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('finds no pooler on the way to the server itself, and refuses nothing', async () => {
  expect(await findPooler(database.url)).toEqual({ sharesConnections: false, keepsStatements: true })
  await refusePooler(database.url, { directUrl: undefined, prepares: true })
})

test.each([1, 4])(
  'refuses a pooler in transaction mode with %i connections that loses prepared statements, and names the setting',
  async (size) => {
    const pooler = await openTransactionPooler(database.url, size)
    try {
      const refused = refusePooler(pooler.url, { directUrl: database.url, prepares: true })
      await expect(refused).rejects.toThrow(/DATABASE_PREPARED_STATEMENTS: must be off/)
      await expect(refused).rejects.not.toThrow(/DATABASE_DIRECT_URL/)
      await refusePooler(pooler.url, { directUrl: database.url, prepares: false })
    } finally {
      await pooler.close()
    }
  },
)

test('refuses a pooler in transaction mode without the address of the server itself', async () => {
  const pooler = await openTransactionPooler(database.url, 2)
  try {
    await expect(refusePooler(pooler.url, { directUrl: undefined, prepares: false })).rejects.toThrow(
      /DATABASE_DIRECT_URL: is needed/,
    )
  } finally {
    await pooler.close()
  }
})
