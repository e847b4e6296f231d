import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { readQueuedCode } from '../../../test/codes.ts'
import { addCustomer, changeCustomer, customerFields, logoPicture } from '../../../test/customers.ts'
import { unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn((await app.make.admin()).username, null)
})
afterAll(() => app.close())

async function makeCustomer() {
  const fields = customerFields()
  const { body } = await addCustomer(admin, fields)
  const { password: _, confirmPassword: __, username: ___, url: ____, ...changeable } = fields
  return { id: body.id as number, made: body, fields, changeable }
}

const auditOf = (id: number) =>
  app.query<{ action: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    `select action, before, after from audit_entries where subject = 'tenant:${id}' order by id`,
  )

const path = (id: number) => `/v1/admin/customer/${id}`

describe('a changed customer', () => {
  test('is saved with one audit row, before and after', async () => {
    const { id, made, changeable } = await makeCustomer()
    const change = {
      companyName: 'Nova Two',
      details: 'New words.',
      thresholdToken: '12',
      fullName: 'Ann Two',
    }
    const { status, body } = await admin.put(path(id), { ...changeable, ...change })
    expect(status).toBe(200)
    const { message: _, ...before } = made
    const after = { ...before, ...change, thresholdToken: 12 }
    expect(body).toEqual({ ...after, message: 'Customer info updated successfully.' })
    expect(await auditOf(id)).toMatchObject([
      { action: 'add-customer' },
      { action: 'update-customer', before, after },
    ])
    expect(await auditOf(id)).toHaveLength(2)
  })

  test('keeps its url and its operator’s username, whatever is sent', async () => {
    const { id, made, changeable } = await makeCustomer()
    const { body } = await admin.put(path(id), { ...changeable, url: unique('x'), username: unique('y') })
    expect(body).toMatchObject({ url: made.url, username: made.username })
  })

  test('needs neither a password nor a logo, and keeps the ones it has', async () => {
    const { id, made, fields, changeable } = await makeCustomer()
    const { body } = await admin.put(path(id), changeable)
    expect(body.logoUrl).toBe(made.logoUrl)
    const login = { usernameOrEmail: fields.username, password: fields.password, rememberMe: false }
    expect((await app.client().post(`/v1/customers/${fields.url}/login`, login)).status).toBe(200)
  })

  test('has another logo in place of the old one, whose file is gone', async () => {
    const { id, made, changeable } = await makeCustomer()
    const { body } = await changeCustomer(admin, id, changeable, await logoPicture('#00ff00'))
    expect(body.logoUrl).not.toBe(made.logoUrl)
    expect((await admin.get(`/v1/images/${body.logoUrl}`)).status).toBe(200)
    expect((await admin.get(`/v1/images/${made.logoUrl}`)).status).toBe(404)
  })

  test('by an edit made of what somebody else has changed since is as they left it', async () => {
    const { id, made, changeable } = await makeCustomer()
    const { fullName, email, contactNumber, companyName, details, thresholdToken, timeZone } = made
    const expected = { fullName, email, contactNumber, companyName, details, thresholdToken, timeZone }
    // A new address waits for its code: it is what the form shows.
    const theirs = { ...changeable, thresholdToken: '12', email: `${unique('new')}@mail.example` }
    expect((await admin.put(path(id), { ...theirs, expected })).status).toBe(200)
    const ours = { ...changeable, companyName: 'Ours' }
    const refused = await admin.put(path(id), { ...ours, expected })
    const present = { ...expected, thresholdToken: 12, email: theirs.email }
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'changed_meanwhile', present }])
    expect((await admin.get(path(id))).body).toMatchObject({ companyName, thresholdToken: 12 })
    expect(await auditOf(id)).toHaveLength(2)
    // Theirs, sent again for want of an answer, is no change of somebody else.
    expect((await admin.put(path(id), { ...theirs, expected })).status).toBe(200)
    const seen = await admin.put(path(id), { ...ours, expected: present })
    expect(seen.body).toMatchObject({ companyName: 'Ours', thresholdToken: 2 })
  })

  test('keeps a threshold below each package that is auto purchasable, and says which are in its way', async () => {
    const { id, made, changeable } = await makeCustomer()
    const { body: other } = await addCustomer(admin, customerFields())
    const sell = (tenantId: number, name: string, tokens: number, isAuto: boolean) =>
      app.query(`insert into packages
        (tenant_id, name, price_cents, number_of_tokens, is_auto_renewable, auto_renew_price_cents)
        values (${tenantId}, '${name}', 500, ${tokens}, ${isAuto}, ${isAuto ? 500 : 0})`)
    await sell(id, 'Week', 7, true)
    await sell(id, 'Month', 28, true)
    await sell(id, 'Season', 91, true)
    await sell(id, 'By Hand', 5, false)
    await sell(other.id, 'Elsewhere', 5, true)
    const raise = (thresholdToken: string) => admin.put(path(id), { ...changeable, thresholdToken })
    const refused = await raise('28')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'threshold_too_high',
        message:
          'The threshold must be lower than the tokens of each package that is auto purchasable. In its way: Week (7) and Month (28).',
      },
    ])
    expect((await raise('7')).body.message).toMatch(/In its way: Week \(7\)\.$/)
    expect((await admin.get(path(id))).body.thresholdToken).toBe(made.thresholdToken)
    expect(await auditOf(id)).toHaveLength(1)
    expect((await raise('6')).body.thresholdToken).toBe(6)
    // What stands in the way of a higher one holds up no lower one, nor an edit of something else.
    await sell(id, 'Day', 1, true)
    for (const threshold of ['6', '5']) expect((await raise(threshold)).status).toBe(200)
  })

  test('of a logo that is no picture nothing is saved', async () => {
    const { id, made, changeable } = await makeCustomer()
    const answer = await changeCustomer(admin, id, { ...changeable, companyName: 'Other' }, Buffer.from('no'))
    expect(answer.status).toBe(400)
    expect((await admin.get(path(id))).body).toMatchObject({
      companyName: made.companyName,
      logoUrl: made.logoUrl,
    })
  })

  test('moves the operator’s zone along', async () => {
    const { id, fields, changeable } = await makeCustomer()
    const zoneOf = async () =>
      (await app.query(`select time_zone from users where username = '${fields.username}'`))[0]
    await admin.put(path(id), { ...changeable, timeZone: 'America/Boise' })
    expect(await zoneOf()).toEqual({ timeZone: 'America/Boise' })
  })
})

describe('a changed address', () => {
  test('waits for its code, the old one working', async () => {
    const { id, fields, changeable } = await makeCustomer()
    const email = `${unique('new')}@mail.example`
    const { body } = await admin.put(path(id), { ...changeable, email })
    expect(body).toMatchObject({ email: fields.email, unverifiedEmail: email })
    const emailToken = await readQueuedCode(app, email)
    const verified = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: fields.username, emailToken })
    expect(verified.status).toBe(200)
    expect((await admin.get(path(id))).body).toMatchObject({ email, unverifiedEmail: null })
  })

  test('takes the address for questions along, unless there is one of its own', async () => {
    const { id, changeable } = await makeCustomer()
    const support = async () => (await app.query(`select support_email from tenants where id = ${id}`))[0]
    for (const email of [`${unique('a')}@mail.example`, `${unique('b')}@mail.example`]) {
      await admin.put(path(id), { ...changeable, email })
      expect(await support()).toEqual({ supportEmail: email })
    }
    await app.query(`update tenants set support_email = 'help@mail.example' where id = ${id}`)
    await admin.put(path(id), { ...changeable, email: `${unique('c')}@mail.example` })
    expect(await support()).toEqual({ supportEmail: 'help@mail.example' })
  })

  test('that a consumer of the tenant has is refused', async () => {
    const { id, fields, changeable } = await makeCustomer()
    const consumer = await app.make.consumer({
      id,
      url: fields.url ?? '',
      categoryId: await app.make.category(id),
    })
    const answer = await admin.put(path(id), { ...changeable, email: consumer.email.toUpperCase() })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ isExistingEmail: true, code: 'email_taken' })
    expect(await auditOf(id)).toHaveLength(1)
  })
})

test.each(['get', 'put'] as const)('%s of an unknown or deleted customer is 404', async (method) => {
  const { id, changeable } = await makeCustomer()
  await admin.delete(`/v1/admin/delete-customer/${id}`)
  for (const one of [id, 2_000_000_000]) {
    const answer = method === 'get' ? await admin.get(path(one)) : await admin.put(path(one), changeable)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
})

test('changes at once follow each other, each with its row', async () => {
  const { id, changeable } = await makeCustomer()
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
  await Promise.all(names.map((companyName) => admin.put(path(id), { ...changeable, companyName })))
  const [, ...rows] = await auditOf(id)
  expect(rows.map(({ after }) => after.companyName).sort()).toEqual(names)
  for (const [index, row] of rows.slice(1).entries()) expect(row.before).toEqual(rows[index]?.after)
  expect((await admin.get(path(id))).body.companyName).toBe(rows.at(-1)?.after.companyName)
})
