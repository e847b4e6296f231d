import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestClient
const made: Record<'aries' | 'libra' | 'gone', MadeTenant> = {} as never
let operator: { username: string; email: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn((await app.make.admin()).username, null)
  for (const [name, companyName] of [
    ['libra', 'Libra 100% Readings'],
    ['aries', 'aries Readings'],
    ['gone', 'Gone Readings'],
  ] as const) {
    const tenant = await app.make.tenant()
    made[name] = tenant
    const one = await app.make.operator(tenant)
    if (name === 'aries') operator = one
    await app.query(
      `update tenants set company_name = '${companyName}', url = '${name}-x' where id = ${tenant.id}`,
    )
  }
  // A second one, as only a database of old has it.
  await app.make.operator(made.aries)
  await app.make.tokenPackage(made.aries)
  const unsold = await app.make.tokenPackage(made.libra)
  await app.query(`update packages set deleted_at = now() where id = ${unsold}`)
  await app.query(`update tenants set deleted_at = now() where id = ${made.gone.id}`)
})
afterAll(() => app.close())

const list = async (query: Record<string, string> = {}) =>
  (await admin.get('/v1/admin/customers', { query })).body
const urls = async (query: Record<string, string>) =>
  (await list(query)).data.map(({ url }: { url: string }) => url)

test('an admin sees each tenant once, by company name in any case, with its first operator; deleted ones not', async () => {
  const body = await list()
  expect(body).toMatchObject({ totalItems: 2, totalPages: 1, currentPage: 1 })
  expect(body.data).toEqual([
    {
      id: made.aries.id,
      companyName: 'aries Readings',
      url: 'aries-x',
      logoUrl: null,
      fullName: 'Testa Person',
      username: operator.username,
      email: operator.email,
      numberOfCategories: 1,
      numberOfPackages: 1,
    },
    expect.objectContaining({ url: 'libra-x', numberOfCategories: 1, numberOfPackages: 0 }),
  ])
})

test('the list is searched by company, url and username, signs of patterns being mere signs', async () => {
  expect(await urls({ searchText: 'ARIES r' })).toEqual(['aries-x'])
  expect(await urls({ searchText: 'libra-' })).toEqual(['libra-x'])
  expect(await urls({ searchText: operator.username.slice(1) })).toEqual(['aries-x'])
  expect(await urls({ searchText: '0%' })).toEqual(['libra-x'])
  expect(await urls({ searchText: '%' })).toEqual(['libra-x'])
  expect(await urls({ searchText: 'gone' })).toEqual([])
})

test('the list is sorted either way, and cut into pages', async () => {
  expect(await urls({ shortByColumn: 'url', isShortAscending: 'false' })).toEqual(['libra-x', 'aries-x'])
  expect(await urls({ isShortAscending: 'false' })).toEqual(['libra-x', 'aries-x'])
  expect(await urls({ itemPerPage: '1', page: '2' })).toEqual(['libra-x'])
  expect(await list({ sendList: 'false' })).toMatchObject({ totalItems: 2, data: [] })
})
