import type { ConsumerRow } from '@almanac/contract/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { readQueuedCode } from '../../../test/codes.ts'
import { type MadeTenant, type MadeUser, testPassword, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Pick<MadeUser, 'id' | 'username'>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.admin()
  client = await app.signIn(admin.username, null)
})
afterAll(() => app.close())

const find = async (searchText: string, query: Record<string, string> = {}) =>
  (await client.get('/v1/admin/consumers', { query: { searchText, ...query } })).body
const idsOf = ({ data }: { data: ConsumerRow[] }) => data.map(({ id }) => id)
const detailsAt = (tenant: MadeTenant, { id }: MadeUser) => `/v1/admin/consumer-details/${tenant.url}/${id}`
const readDetails = async (tenant: MadeTenant, consumer: MadeUser) =>
  (await client.get(detailsAt(tenant, consumer))).body.consumerDetails
const codesTo = async (recipient: string) =>
  (await app.query(`select id from outbox_messages where recipient = '${recipient}'`)).length
const auditsOf = ({ id }: MadeUser) =>
  app.query(
    `select action, tenant_id, actor_user_id, actor_role, before, after from audit_entries where subject = 'user:${id}'`,
  )

function save(tenant: MadeTenant, consumer: MadeUser, body: object, key?: string) {
  const options = key ? { headers: { 'idempotency-key': key } } : {}
  return client.put(`/v1/admin/consumer/${tenant.url}/${consumer.id}`, body, options)
}

describe('the list of consumers', () => {
  test('has those of all tenants, newest first, by pages, and nobody else', async () => {
    const [tenant, other] = [await app.make.tenant(), await app.make.tenant()]
    // The one thing that all of them share, and no other test's.
    const family = unique('Kin')
    const made = [
      await app.make.consumer(tenant),
      await app.make.consumer(other),
      await app.make.consumer(tenant),
    ]
    const operator = await app.make.operator(tenant)
    const deleted = await app.make.consumer(tenant)
    await app.query(`update users set deleted_at = now() where id = ${deleted.id}`)
    await app.query(
      `update users set full_name = 'Nova ${family}' where id in (${[...made, operator, deleted].map(({ id }) => id)})`,
    )
    const newest = made.map(({ id }) => id).toReversed()
    const [last] = made.toReversed()
    const all = await find(family)
    expect(all).toMatchObject({ totalItems: 3, totalPages: 1, currentPage: 1 })
    expect(idsOf(all)).toEqual(newest)
    expect(all.data[0]).toEqual({
      id: last?.id,
      email: last?.email,
      tempEmail: null,
      fullName: `Nova ${family}`,
      username: last?.username,
      url: tenant.url,
    })
    const second = await find(family, { page: '2', itemPerPage: '2' })
    expect([idsOf(second), second.totalPages]).toEqual([newest.slice(2), 2])
    await app.query(`update tenants set deleted_at = now() where id = ${other.id}`)
    expect(idsOf(await find(family))).toEqual([newest[0], newest[2]])
  })

  test('is searched by a part of name, username, email, waiting email and url, in any case', async () => {
    const tenant = await app.make.tenant()
    const [consumer, neighbor] = [await app.make.consumer(tenant), await app.make.consumer(tenant)]
    const [name, waiting] = [unique('Zephyr'), unique('waiting')]
    await app.query(
      `update users set full_name = 'A ${name} B', pending_email = '${waiting}@mail.example' where id = ${consumer.id}`,
    )
    for (const text of [name.toUpperCase(), consumer.username.slice(1), consumer.email, waiting])
      expect(idsOf(await find(text)), text).toEqual([consumer.id])
    expect(idsOf(await find(tenant.url))).toEqual([neighbor.id, consumer.id])
    // A sign of a pattern is itself.
    for (const text of ['%', '_', '\\', `${name}_`])
      expect(idsOf(await find(`${text}${consumer.username}`)), text).toEqual([])
  })

  test('has the address of a sign-up as one that waits, until it is verified', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { isEmailVerified: false })
    const [row] = (await find(consumer.username)).data
    expect([row.email, row.tempEmail]).toEqual([null, consumer.email])
    expect(idsOf(await find(consumer.email))).toEqual([consumer.id])
  })
})

describe('the details of a consumer', () => {
  test('are all that there is, vault ids as no more than a word', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { tokens: 15, smsPhoneNumber: '+16175550142' })
    const leo = await app.make.category(tenant.id, { name: 'Leo' })
    await app.query(
      `insert into subscriptions (tenant_id, consumer_id, category_id, medium)
       values (${tenant.id}, ${consumer.id}, ${leo}, 'email'), (${tenant.id}, ${consumer.id}, ${leo}, 'sms')`,
    )
    await app.query(
      `update users set default_category_id = ${leo}, pending_email = 'next@mail.example',
         pending_sms_phone_number = '+16175550143', profile_pic = 'x/me.png' where id = ${consumer.id}`,
    )
    const { status, body } = await client.get(detailsAt(tenant, consumer))
    expect(status).toBe(200)
    const row = {
      id: consumer.id,
      email: consumer.email,
      tempEmail: 'next@mail.example',
      fullName: 'Testa Person',
      username: consumer.username,
      url: tenant.url,
    }
    expect(body).toEqual({
      ...row,
      consumerDetails: {
        ...row,
        contactNumber: '+1 617 555 0100',
        smsPhoneNumber: '+16175550142',
        unverifiedEmail: 'next@mail.example',
        unverifiedSmsPhoneNumber: '+16175550143',
        stripeId: null,
        paypalPaymentToken: null,
        profilePic: 'x/me.png',
        tokenBalance: 15,
        defaultCategoryName: 'Leo',
        subscriptions: [{ categoryName: 'Leo', deliveryMediums: ['sms', 'email'] }],
        consents: [],
      },
    })
  })

  test('say nothing of a category that was deleted', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const gone = await app.make.category(tenant.id, { name: 'Ophiuchus' })
    await app.query(
      `insert into subscriptions (tenant_id, consumer_id, category_id, medium)
       values (${tenant.id}, ${consumer.id}, ${gone}, 'email')`,
    )
    await app.query(`update users set default_category_id = ${gone} where id = ${consumer.id}`)
    const before = await readDetails(tenant, consumer)
    expect(before).toMatchObject({ defaultCategoryName: 'Ophiuchus', subscriptions: [{}] })
    await app.query(`update categories set deleted_at = now() where id = ${gone}`)
    expect(await readDetails(tenant, consumer)).toMatchObject({
      defaultCategoryName: null,
      subscriptions: [],
    })
  })

  test('tell what the consumer agreed to and withdrew, newest first, and nobody else', async () => {
    const tenant = await app.make.tenant()
    const [consumer, neighbor] = [
      await app.make.consumer(tenant, { tokens: 5 }),
      await app.make.consumer(tenant, { tokens: 5 }),
    ]
    for (const { id, username } of [consumer, neighbor]) {
      const own = await app.signIn(username, tenant)
      const base = `/v1/customers/${tenant.url}`
      await own.put(`${base}/consumers/${id}/subscription/${tenant.categoryId}/subscribe`, {
        mediums: ['email'],
      })
      if (id === consumer.id) await own.put(`${base}/subscription/${tenant.categoryId}/unsubscribe`)
    }
    const { consents } = await readDetails(tenant, consumer)
    expect(consents).toMatchObject([
      { act: 'withdrawn', medium: 'email', wording: 'Unsubscribed on the screen.' },
      { act: 'given', medium: 'email', recipient: consumer.email, source: 'screen', ipAddress: '127.0.0.1' },
    ])
    expect(consents[1].wording).toContain('By subscribing to email you agree')
    expect((await readDetails(tenant, neighbor)).consents).toHaveLength(1)
  })

  test.each([
    ['card', 'stripe', { stripeId: 'set', paypalPaymentToken: null }],
    ['wallet', 'paypal', { stripeId: null, paypalPaymentToken: 'set' }],
  ] as const)('say that a %s is kept, and not which', async (kind, name, expected) => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const { account } = app.deps.providers[name] ?? {}
    const keep = (at: string | undefined) =>
      app.query(
        `insert into default_payments (tenant_id, consumer_id, kind, provider, account, provider_method_id)
         values (${tenant.id}, ${consumer.id}, '${kind}', '${name}', '${at}', 'secret_vault_id')
         on conflict (consumer_id) do update set account = excluded.account`,
      )
    await keep(account)
    const { raw, body } = await client.get(detailsAt(tenant, consumer))
    expect(body.consumerDetails).toMatchObject(expected)
    expect(raw.toString()).not.toContain('secret_vault_id')
    // What another account keeps can't be charged.
    await keep('another account')
    expect(await readDetails(tenant, consumer)).toMatchObject({ stripeId: null, paypalPaymentToken: null })
  })
})

describe('an edit of a consumer', () => {
  test('makes new values pending, the old ones working, until both codes are entered', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { smsPhoneNumber: '+16175550141' })
    const email = `new-${consumer.email}`
    const saved = await save(tenant, consumer, { email, smsPhoneNumber: '(617) 555-0142' })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      message: 'Consumer updated successfully.',
      needEmailVerification: true,
      needSmsPhoneNumberVerification: true,
      email: consumer.email,
      tempEmail: email,
      consumerDetails: {
        unverifiedEmail: email,
        smsPhoneNumber: '+16175550141',
        unverifiedSmsPhoneNumber: '+16175550142',
      },
    })
    const old = {
      email: consumer.email,
      isEmailVerified: true,
      pendingEmail: null,
      smsPhoneNumber: '+16175550141',
      pendingSmsPhoneNumber: null,
    }
    expect(await auditsOf(consumer)).toEqual([
      {
        action: 'update-consumer',
        tenantId: tenant.id,
        actorUserId: admin.id,
        actorRole: 'admin',
        before: old,
        after: { ...old, pendingEmail: email, pendingSmsPhoneNumber: '+16175550142' },
      },
    ])
    const own = await app.signIn(consumer.username, tenant)
    const codes = {
      emailToken: await readQueuedCode(app, email),
      smsPhoneNumberToken: await readQueuedCode(app, '+16175550142'),
    }
    for (const [kind, code] of Object.entries(codes)) {
      const body = { username: consumer.username, [kind]: code }
      expect((await own.post('/v1/user/shortcode/verify', body)).status).toBe(200)
    }
    expect(await readDetails(tenant, consumer)).toMatchObject({
      email,
      tempEmail: null,
      unverifiedEmail: null,
      smsPhoneNumber: '+16175550142',
      unverifiedSmsPhoneNumber: null,
    })
  })

  test('that changes nothing sends nothing; an empty number is removed', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { smsPhoneNumber: '+16175550151' })
    const same = await save(tenant, consumer, {
      email: consumer.email.toUpperCase(),
      smsPhoneNumber: '+1 617 555 0151',
    })
    expect(same.body).toMatchObject({
      needEmailVerification: false,
      needSmsPhoneNumberVerification: false,
      email: consumer.email,
      tempEmail: null,
    })
    expect(await codesTo(consumer.email)).toBe(0)
    // Without the field it is left.
    await save(tenant, consumer, { email: consumer.email })
    expect(await readDetails(tenant, consumer)).toMatchObject({ smsPhoneNumber: '+16175550151' })
    await save(tenant, consumer, { email: consumer.email, smsPhoneNumber: '' })
    expect(await readDetails(tenant, consumer)).toMatchObject({ smsPhoneNumber: null })
  })

  test('of a sign-up that is not verified leaves its code, or sends one to the new address', async () => {
    const tenant = await app.make.tenant()
    const signUp = async () => {
      const username = unique('s')
      const email = `${username}@mail.example`
      const passwords = { password: testPassword, confirmPassword: testPassword }
      await app.client().post(`/v1/customers/${tenant.url}/consumers/signup`, {
        ...{ username, email, fullName: 'Nova Reader', contactNumber: '617', ...passwords },
        defaultCategoryId: tenant.categoryId,
      })
      const [row] = (await find(username)).data
      return { username, email, id: row.id, tenantId: tenant.id }
    }
    const verify = async (username: string, recipient: string) => {
      const emailToken = await readQueuedCode(app, recipient)
      return (await app.client().post('/v1/user/shortcode/verify', { username, emailToken })).status
    }
    const patient = await signUp()
    await save(tenant, patient, { email: patient.email })
    expect(await verify(patient.username, patient.email)).toBe(200)

    const mistaken = await signUp()
    const email = `right-${mistaken.email}`
    expect((await save(tenant, mistaken, { email })).body).toMatchObject({ email: null, tempEmail: email })
    expect(await verify(mistaken.username, mistaken.email)).toBe(400)
    expect(await verify(mistaken.username, email)).toBe(200)
    expect(await readDetails(tenant, mistaken)).toMatchObject({ email, tempEmail: null })
  })

  test('is refused where the address is another user’s, or the number is none; nothing changes', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const operator = await app.make.operator(tenant)
    const taken = await save(tenant, consumer, { email: operator.email.toUpperCase() })
    expect([taken.status, taken.body.isExistingEmail, taken.body.message]).toEqual([
      409,
      true,
      'This email is already in use.',
    ])
    const email = `new-${consumer.email}`
    for (const smsPhoneNumber of ['12', '+44 20 7946 0958', '+1 876 555 0100']) {
      const none = await save(tenant, consumer, { email, smsPhoneNumber })
      expect([none.status, none.body.message]).toEqual([400, 'Please enter valid US or Canada phone number.'])
    }
    const wrong = await save(tenant, consumer, { email: 'nobody' })
    expect([wrong.status, wrong.body.errorMessageList]).toEqual([400, ['Must be a valid email.']])
    expect([await auditsOf(consumer), await codesTo(email)]).toEqual([[], 0])
    // Another tenant's consumer may have it.
    const stranger = await app.make.consumer(await app.make.tenant())
    expect((await save(tenant, consumer, { email: stranger.email })).status).toBe(200)
  })

  test('under one key is made once, and another is refused', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const body = { email: `new-${consumer.email}` }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => save(tenant, consumer, body, `edit-${consumer.id}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect([(await auditsOf(consumer)).length, await codesTo(body.email)]).toEqual([1, 1])
    const other = await save(tenant, consumer, { email: consumer.email }, `edit-${consumer.id}`)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test('is told to the consumer’s screens', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const told = new Promise<void>((resolve) => {
      const stop = app.deps.wakeups.onChange(({ topic, userId }) => {
        if (topic !== 'profile' || userId !== consumer.id) return
        stop()
        resolve()
      })
    })
    await save(tenant, consumer, { email: `new-${consumer.email}` })
    await told
  })
})

test('a consumer of another tenant, an operator and a deleted one are as one that does not exist', async () => {
  const [tenant, other] = [await app.make.tenant(), await app.make.tenant()]
  const deleted = await app.make.consumer(tenant)
  await app.query(`update users set deleted_at = now() where id = ${deleted.id}`)
  for (const stranger of [await app.make.consumer(other), await app.make.operator(tenant), deleted]) {
    const answers = [
      await client.get(detailsAt(tenant, stranger)),
      await save(tenant, stranger, { email: `new-${stranger.email}` }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
    expect(await auditsOf(stranger)).toEqual([])
  }
  const consumer = await app.make.consumer(tenant)
  await app.query(`update tenants set deleted_at = now() where id = ${tenant.id}`)
  expect((await client.get(detailsAt(tenant, consumer))).status).toBe(404)
})
