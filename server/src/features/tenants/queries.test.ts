import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an admin sees all tenants with their operator by name, deleted ones not', async () => {
  const admin = await app.signIn((await app.make.admin()).username, null)
  const [one, other, gone] = [await app.make.tenant(), await app.make.tenant(), await app.make.tenant()]
  const operator = await app.make.operator(one)
  await app.make.operator(other)
  await app.make.operator(gone)
  await app.query(`update tenants set company_name = 'Almost First' where id = ${one.id}`)
  await app.query(`update tenants set deleted_at = now() where id = ${gone.id}`)
  const { body } = await admin.get('/v1/admin/customers')
  expect(body).toMatchObject({ totalItems: 2, totalPages: 1, currentPage: 1 })
  expect(body.data[0]).toEqual({
    id: one.id,
    companyName: 'Almost First',
    url: one.url,
    logoUrl: null,
    fullName: 'Testa Person',
    username: operator.username,
    email: operator.email,
  })
  expect(body.data[1]).toMatchObject({ url: other.url })
})
