import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopAutoPurchases } from '../src/features/auto-purchase/index.ts'
import { sendRequestedCodes } from '../src/features/identity/index.ts'
import { concerns } from '../src/platform/http/event-stream.ts'
import type { Change } from '../src/platform/wakeups.ts'
import { ownActs } from './consumer-acts.ts'
import { deskActs, openWorld, type World } from './desk-acts.ts'
import type { MadeTenant, MadeUser } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { whoMay } from './who-may.ts'

let app: TestApp
let world: World
/** A consumer of the same tenant who does nothing. */
let bystander: MadeUser
let elsewhere: MadeTenant
const heard: Change[] = []
let markers = 0

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  world = await openWorld(app, await app.make.tenant({ timeZone: 'America/Denver' }))
  bystander = await app.make.consumer(world.tenant)
  elsewhere = await app.make.tenant()
  app.deps.wakeups.onChange((change) => heard.push(change))
})
afterAll(() => app.close())

/** What a write leads to: messages as `email consumer: subject`, and whose screens ask again about what. */
interface Told {
  messages: string[]
  screens: string[]
}

const nobody: Told = { messages: [], screens: [] }
const code = '###### is your Company verification code'
const receipt = 'email consumer: Your receipt from Company'
const bought: Told = { messages: [receipt], screens: ['consumer: balance', 'operators: reports'] }
const ofRule = ['consumer: balance', 'consumer: packages', 'consumer: profile']
const ofSigns = ['admins: subscriptions', 'tenant: audio', 'tenant: subscriptions', 'tenant: texts']
const tell = (...screens: string[]): Told => ({ messages: [], screens })
const write = (...messages: string[]): Told => ({ messages, screens: [] })

/** Written by hand: who has to know of each write. */
const expected: Readonly<Record<string, Told>> = {
  'POST /v1/customers/{customerUrl}/audio': tell('tenant: audio'),
  'PUT /v1/customers/{customerUrl}/audio/{audioId}': tell('tenant: audio'),
  'POST /v1/customers/{customerUrl}/audio/copy': tell('tenant: audio'),
  'DELETE /v1/customers/{customerUrl}/audio/{audioId}': tell('tenant: audio'),
  'POST /v1/customers/{customerUrl}/short-text': tell('tenant: texts'),
  'PUT /v1/customers/{customerUrl}/short-text/{shortTextId}': tell('tenant: texts'),
  'POST /v1/customers/{customerUrl}/short-text/copy': tell('tenant: texts'),
  'DELETE /v1/customers/{customerUrl}/short-text/{shortTextId}': tell('tenant: texts'),
  'POST /v1/customers/{customerUrl}/tickets/{ticketId}/answers': {
    messages: ['email support: Support ticket #', 'email consumer: An answer from Company'],
    screens: ['consumer: tickets', 'operators: tickets'],
  },
  'PUT /v1/customers/{customerUrl}/profile': {
    messages: [`email operator: ${code}`],
    screens: ['admins: customers', 'operators: reports', 'operators: texts', 'tenant: profile'],
  },
  'PUT /v1/customers/{customerUrl}/profile/password': write(
    'email operator: Your Company password was changed',
  ),
  'PUT /v1/admin/profile/password': write('email admin: Your Almanac password was changed'),
  'PUT /v1/admin/profile': write('email admin: ###### is your Almanac verification code'),
  'POST /v1/admin/consumer-category': tell(...ofSigns),
  'PUT /v1/admin/consumer-category/{consumerCategoryId}': tell(...ofSigns),
  'DELETE /v1/admin/consumer-category/{consumerCategoryId}': tell(...ofSigns),
  'POST /v1/admin/package': tell('admins: packages', 'tenant: packages'),
  'PUT /v1/admin/package/{packageId}': tell('admins: packages', 'tenant: packages'),
  'DELETE /v1/admin/package/{packageId}': tell('admins: packages', 'tenant: packages'),
  'PUT /v1/admin/token-balance/{customerUrl}/{consumerId}': tell('consumer: balance'),
  'PUT /v1/admin/consumer/{customerUrl}/{consumerId}': {
    messages: [`email consumer: ${code}`],
    screens: ['consumer: profile'],
  },
  'POST /v1/admin/payment-history/refund': {
    ...bought,
    messages: [receipt, 'email consumer: Your refund from Company'],
  },
  'POST /v1/admin/payment-events/{provider}/{event}/replay': nobody,
  'POST /v1/admin/jobs/{job}/retry': nobody,
  // The act puts the email there; then it is dropped.
  'POST /v1/admin/restores/{restore}/held': write('email nobody we know: Your receipt'),
  'POST /v1/admin/bulk-short-text/{customerId}': tell('tenant: texts'),
  'POST /v1/admin/customer': tell('admins: customers'),
  'PUT /v1/admin/customer/{customerId}': {
    // The operator's new address is the company's.
    messages: [`email support: ${code}`],
    screens: ['admins: customers', 'tenant: profile'],
  },
  'DELETE /v1/admin/delete-customer/{customerId}': tell('admins: customers', 'tenant: profile'),
  'POST /v1/customers/{customerUrl}/login': nobody,
  'POST /v1/admin/login': nobody,
  'POST /v1/customers/{customerUrl}/consumers/signup': write(`email consumer: ${code}`),
  'POST /v1/user/shortcode/resend': write(`email consumer: ${code}`),
  'POST /v1/user/shortcode/verify': nobody,
  'POST /v1/customers/{customerUrl}/password/forgot': write(`email consumer: ${code}`),
  'PUT /v1/customers/{customerUrl}/password/change': write(
    'email consumer: Your Company password was changed',
  ),
  'POST /v1/admin/password/forgot': write('email admin: ###### is your Almanac verification code'),
  'PUT /v1/admin/password/change': write('email admin: Your Almanac password was changed'),
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/profile': write(`email consumer: ${code}`),
  'POST /v1/customers/{customerUrl}/consumers/{consumerId}/package/purchase/stripe': bought,
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/purchases/{purchaseId}/cancel':
    tell('consumer: balance'),
  'POST /v1/customers/{customerUrl}/package/purchase/default-payment/stripe': bought,
  'POST /v1/customers/{customerUrl}/package/paypal/order': tell('consumer: balance'),
  'POST /v1/customers/{customerUrl}/package/paypal/checkout': bought,
  'POST /v1/customers/{customerUrl}/default-payment/paypal/confirm': tell('consumer: profile'),
  'POST /v1/customers/{customerUrl}/package/purchase/default-payment/paypal': bought,
  'POST /v1/customers/{customerUrl}/default-payment/stripe': tell('consumer: profile'),
  'PUT /v1/customers/{customerUrl}/default-payment/stripe': tell('consumer: profile'),
  'DELETE /v1/customers/{customerUrl}/consumers/{consumerId}/default-payment': tell('consumer: profile'),
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/package/toggleAutoRenewable': {
    messages: ['email consumer: Automatic purchase is on at Company'],
    screens: ofRule,
  },
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/auto-purchase/resume': {
    messages: ['email consumer: Automatic purchase is on at Company'],
    screens: ofRule,
  },
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription/{consumerCategoryId}/subscribe':
    tell('consumer: subscriptions'),
  'PUT /v1/customers/{customerUrl}/subscription/{consumerCategoryId}/unsubscribe':
    tell('consumer: subscriptions'),
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription-costs/{consumerCategoryId}':
    tell('consumer: subscriptions'),
  'POST /v1/customers/{customerUrl}/consumers/{consumerId}/tickets': {
    messages: ['email support: Support ticket #'],
    screens: ['consumer: tickets', 'operators: tickets'],
  },
  'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/audio/{audioId}/charge': tell('operators: reports'),
}

/** Notifications come in the order of their commits: with this one, all before it are there. */
async function hearAll(): Promise<Change[]> {
  markers += 1
  const marker = -markers
  await app.query(`select pg_notify('changes', '{"topic":"audio","userId":${marker}}')`)
  await expect.poll(() => heard.some(({ userId }) => userId === marker)).toBe(true)
  return heard.filter(({ userId }) => userId === undefined || userId > 0)
}

async function whoseScreens({ userId, tenantId, role }: Change): Promise<string> {
  if (userId !== undefined) return roleOf(`id = ${userId}`)
  if (tenantId === undefined) return `every ${role}`
  if (tenantId === null || role === 'admin') return 'admins'
  return role === undefined ? 'tenant' : role === 'customer' ? 'operators' : 'consumers'
}

async function roleOf(condition: string): Promise<string> {
  const rows = await app.query<{ id: number; role: string; tenantId: number }>(
    `select id, role, tenant_id from users where ${condition}`,
  )
  const [user] = rows
  if (!user) return 'nobody we know'
  if (user.id === bystander.id || user.tenantId === elsewhere.id) return 'a stranger'
  return user.role === 'customer' ? 'operator' : user.role
}

async function messagesAfter(last: number): Promise<string[]> {
  const rows = await app.query<{
    channel: string
    recipient: string
    subject: string | null
    company: string | null
  }>(
    `select channel, recipient, subject, company_name as company
     from outbox_messages left join tenants on tenants.id = tenant_id where outbox_messages.id > ${last} order by outbox_messages.id`,
  )
  return Promise.all(
    rows.map(async ({ channel, recipient, subject, company }) => {
      const isDesk = await app.query(`select from tenants where support_email = '${recipient}'`)
      const addresses = ['email', 'pending_email', 'sms_phone_number'].map(
        (name) => `${name} = '${recipient}'`,
      )
      const who = isDesk.length > 0 ? 'support' : await roleOf(addresses.join(' or '))
      const words = subject
        ?.replace(company ?? 'nobody', 'Company')
        .replace(/\d{6}/, '######')
        .replace(/\d+$/, '#')
      return `${channel} ${who}: ${words}`
    }),
  )
}

/** What somebody of another tenant would hear. */
const heardElsewhere = (changes: readonly Change[]) =>
  changes.filter((change) =>
    (['customer', 'consumer'] as const).some((role) =>
      concerns(change, { userId: -1, tenantId: elsewhere.id, role }),
    ),
  )

/** Does something, and says what it led to; what came before is left out. */
async function followed(act: () => Promise<{ status: number; body: unknown }>): Promise<() => Promise<Told>> {
  await sendRequestedCodes(app.deps)
  const [row] = await app.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox_messages')
  await hearAll()
  heard.length = 0
  const { status, body } = await act()
  expect([status < 300, body]).toEqual([true, body])
  await sendRequestedCodes(app.deps)
  return async () => {
    const changes = await hearAll()
    expect(heardElsewhere(changes)).toEqual([])
    const screens = await Promise.all(
      changes.map(async (change) => `${await whoseScreens(change)}: ${change.topic}`),
    )
    return { messages: await messagesAfter(row?.id ?? 0), screens: [...new Set(screens)].sort() }
  }
}

describe('sends these messages, and has these screens ask again, and nobody else’s', () => {
  test.each(deskActs)('%s', async (call, _action, act) => {
    await expect.poll(await followed(() => act(world))).toEqual(expected[call])
  })

  test.each(ownActs)('%s', async (call, prepare) => {
    // Operators hear of plays a second later, together.
    await expect.poll(await followed(await prepare(world))).toEqual(expected[call])
  })
})

test('every write is among these', () => {
  const writes = whoMay.map(([call]) => call).filter((call) => !call.startsWith('GET'))
  const changesNothing = 'POST /v1/admin/bulk-short-text/{customerId}/preview'
  expect([...Object.keys(expected), changesNothing].sort()).toEqual(writes.sort())
})

test('a stop of automatic purchases has the screens of all tenants’ consumers ask again', async () => {
  heard.length = 0
  await app.deps.db.transact((tx) => stopAutoPurchases(tx, 'The books do not agree.'))
  const changes = await hearAll()
  const hears = (role: 'consumer' | 'customer' | 'admin', tenantId: number | null) =>
    changes.some((change) => concerns(change, { userId: -1, role, tenantId }))
  expect([hears('consumer', world.tenant.id), hears('consumer', elsewhere.id)]).toEqual([true, true])
  expect([hears('customer', world.tenant.id), hears('admin', null)]).toEqual([false, false])
})
