import { noteRestore } from '../src/platform/restores.ts'
import { catalogueOf } from './catalogue.ts'
import type { TestClient, TestResponse } from './client.ts'
import { customerFields, logoPicture } from './customers.ts'
import { type MadeTenant, testPassword, unique } from './factories.ts'
import type { TestApp } from './harness.ts'
import { mp3 } from './readings.ts'
import { openRefundDesk } from './refunds.ts'

/** Who does something, and to what: everything an act finds there, the next one finds as the one before has left it. */
export interface World {
  app: TestApp
  tenant: MadeTenant
  desk: string
  admin: TestClient
  operator: TestClient
  catalogue: Awaited<ReturnType<typeof catalogueOf>>
  /** Ids that acts have left, by the name of what they are of. */
  ids: Record<string, number>
}

export type Act = (world: World) => Promise<TestResponse>

/** A tenant with its operator and an admin, signed in. */
export async function openWorld(app: TestApp, tenant: MadeTenant): Promise<World> {
  const catalogue = await catalogueOf(app)
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const desk = `/v1/customers/${tenant.url}`
  return { app, tenant, desk, admin: catalogue.client, operator, catalogue, ids: {} }
}

const reading = {
  audioName: 'The Open Door',
  startDateTime: '2030-01-01 00:05',
  endDateTime: '2030-01-29 00:05',
}
const text = { messageName: 'Monday', textContent: 'A quiet day.', disburseDateTime: '2030-01-01 09:00' }
const person = { fullName: 'Nova Reader', contactNumber: '+1 617 555 0100' }
const recording = { field: 'audio', name: 'door.mp3', type: 'audio/mpeg', content: mp3 }

async function keep(ids: World['ids'], name: string, answer: Promise<TestResponse>): Promise<TestResponse> {
  const { status, body, ...rest } = await answer
  ids[name] = body.id
  return { status, body, ...rest }
}

/** A file of one short text. */
async function uploadTexts({ app, admin, tenant }: World): Promise<TestResponse> {
  await app.make.category(tenant.id, { name: 'Ophiuchus' })
  const content = Buffer.from(`Ophiuchus | Tuesday | 2030-01-02 09:00 | Take an hour.`)
  const file = { field: 'textFile', name: 'texts.txt', type: 'text/plain', content }
  return admin.upload(`/v1/admin/bulk-short-text/${tenant.id}`, {}, file)
}

/** Every write that an admin or an operator may make, in an order in which each finds what it needs, and what it is called. */
export const deskActs: readonly (readonly [call: string, action: string, act: Act])[] = [
  [
    'POST /v1/customers/{customerUrl}/audio',
    'add-audio',
    ({ operator, desk, tenant, ids }) =>
      keep(
        ids,
        'audio',
        operator.upload(
          `${desk}/audio`,
          { ...reading, consumerCategoryId: String(tenant.categoryId) },
          recording,
        ),
      ),
  ],
  [
    'PUT /v1/customers/{customerUrl}/audio/{audioId}',
    'update-audio',
    ({ operator, desk, tenant, ids }) =>
      operator.put(`${desk}/audio/${ids.audio}`, {
        ...reading,
        audioName: 'The Closed Door',
        consumerCategoryId: tenant.categoryId,
      }),
  ],
  [
    'POST /v1/customers/{customerUrl}/audio/copy',
    'copy-audio',
    ({ operator, desk, ids }) => operator.post(`${desk}/audio/copy`, { ...reading, audioId: ids.audio }),
  ],
  [
    'DELETE /v1/customers/{customerUrl}/audio/{audioId}',
    'delete-audio',
    ({ operator, desk, ids }) => operator.delete(`${desk}/audio/${ids.audio}`),
  ],
  [
    'POST /v1/customers/{customerUrl}/short-text',
    'add-short-texts',
    async ({ app, operator, desk, tenant, ids }) => {
      const answer = await operator.post(`${desk}/short-text`, {
        consumerCategoryId: tenant.categoryId,
        shortTextList: [text, { ...text, messageName: 'Noon', disburseDateTime: '2030-01-01 12:00' }],
      })
      const [row] = await app.query<{ id: number }>(
        `select id from short_texts where tenant_id = ${tenant.id} and message_name = 'Monday'`,
      )
      ids.text = row?.id ?? 0
      return answer
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/short-text/{shortTextId}',
    'update-short-text',
    ({ operator, desk, ids }) =>
      operator.put(`${desk}/short-text/${ids.text}`, { ...text, messageName: 'Blue Monday' }),
  ],
  [
    'POST /v1/customers/{customerUrl}/short-text/copy',
    'copy-short-text',
    ({ operator, desk, ids }) =>
      operator.post(`${desk}/short-text/copy`, {
        shortTextId: ids.text,
        messageName: 'Monday once more',
        disburseDateTime: '2030-01-08 09:00',
      }),
  ],
  [
    'DELETE /v1/customers/{customerUrl}/short-text/{shortTextId}',
    'delete-short-text',
    ({ operator, desk, ids }) => operator.delete(`${desk}/short-text/${ids.text}`),
  ],
  [
    'POST /v1/customers/{customerUrl}/tickets/{ticketId}/answers',
    'answer-ticket',
    async ({ app, operator, desk, tenant }) => {
      const consumer = await app.make.consumer(tenant)
      const client = await app.signIn(consumer.username, tenant)
      const ticket = await client.post(`${desk}/consumers/${consumer.id}/tickets`, {
        description: 'Where are my tokens?',
        email: consumer.email,
      })
      return operator.post(`${desk}/tickets/${ticket.body.id}/answers`, { answer: 'On your dashboard.' })
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/profile',
    'update-profile',
    ({ operator, desk }) =>
      operator.put(`${desk}/profile`, {
        ...person,
        email: `${unique('desk')}@mail.example`,
        timeZone: 'America/Boise',
      }),
  ],
  [
    'PUT /v1/customers/{customerUrl}/profile/password',
    'change-password',
    ({ operator, desk }) => operator.put(`${desk}/profile/password`, newPassword('operator')),
  ],
  [
    'PUT /v1/admin/profile/password',
    'change-password',
    ({ admin }) => admin.put('/v1/admin/profile/password', newPassword('admin')),
  ],
  [
    'PUT /v1/admin/profile',
    'update-profile',
    ({ admin }) => admin.put('/v1/admin/profile', { ...person, email: `${unique('admin')}@mail.example` }),
  ],
  [
    'POST /v1/admin/consumer-category',
    'add-category',
    ({ catalogue, tenant, ids }) => keep(ids, 'category', catalogue.addCategory(tenant)),
  ],
  [
    'PUT /v1/admin/consumer-category/{consumerCategoryId}',
    'update-category',
    ({ catalogue, tenant, ids }) => catalogue.updateCategory(ids.category ?? 0, tenant, { sortOrder: 14 }),
  ],
  [
    'DELETE /v1/admin/consumer-category/{consumerCategoryId}',
    'delete-category',
    ({ catalogue, ids }) => catalogue.deleteCategory(ids.category ?? 0),
  ],
  [
    'POST /v1/admin/package',
    'add-package',
    ({ catalogue, tenant, ids }) => keep(ids, 'package', catalogue.addPackage(tenant)),
  ],
  [
    'PUT /v1/admin/package/{packageId}',
    'update-package',
    ({ catalogue, tenant, ids }) => catalogue.updatePackage(ids.package ?? 0, tenant, { price: '26.00' }),
  ],
  [
    'DELETE /v1/admin/package/{packageId}',
    'delete-package',
    ({ catalogue, ids }) => catalogue.deletePackage(ids.package ?? 0),
  ],
  [
    'PUT /v1/admin/token-balance/{customerUrl}/{consumerId}',
    'edit-token-balance',
    async ({ app, admin, tenant }) => {
      const { id } = await app.make.consumer(tenant)
      const body = { numberOfTokens: 28, addToken: true, subtractToken: false, reason: 'Promised by phone' }
      return admin.put(`/v1/admin/token-balance/${tenant.url}/${id}`, body)
    },
  ],
  [
    'PUT /v1/admin/consumer/{customerUrl}/{consumerId}',
    'update-consumer',
    async ({ app, admin, tenant }) => {
      const { id } = await app.make.consumer(tenant)
      const email = `${unique('moved')}@mail.example`
      return admin.put(`/v1/admin/consumer/${tenant.url}/${id}`, { email, smsPhoneNumber: '' })
    },
  ],
  [
    'POST /v1/admin/payment-history/refund',
    'refund-payment',
    async ({ app }) => {
      const refunds = await openRefundDesk(app)
      return refunds.refund(await refunds.pay())
    },
  ],
  [
    'POST /v1/admin/payment-events/{provider}/{event}/replay',
    'replay-payment-event',
    async ({ app, admin }) => {
      await app.query(
        `insert into payment_events (provider, event_id, type, body, attempts, error, parked_at)
         values ('stripe', 'evt_parked', 'charge.odd', '{}', 3, 'nobody handles charge.odd yet', now())`,
      )
      return admin.post('/v1/admin/payment-events/stripe/evt_parked/replay')
    },
  ],
  [
    'POST /v1/admin/jobs/{job}/retry',
    'retry-job',
    async ({ app, admin }) => {
      await app.query(
        `insert into job_runs (name, every_seconds, last_failure_at, failure) values ('end-texts', 60, now(), 'away')
         on conflict (name) do nothing`,
      )
      return admin.post('/v1/admin/jobs/end-texts/retry')
    },
  ],
  [
    'POST /v1/admin/restores/{restore}/held',
    'decide-held',
    async ({ app, admin, tenant }) => {
      const { id: restore } = await noteRestore(app.deps.db.reader, new Date(Date.now() - 3_600_000))
      const [letter] = await app.query<{ id: number }>(
        `insert into outbox_messages (tenant_id, channel, lane, recipient, subject, text, expires_at, restore_id, state)
         values (${tenant.id}, 'email', 'mail', 'nova@mail.example', 'Your receipt', 'Paid.', now() + '1 day', ${restore}, 'held')
         returning id`,
      )
      const body = { kind: 'letter', id: letter?.id, decision: 'drop' }
      return admin.post(`/v1/admin/restores/${restore}/held`, body)
    },
  ],
  ['POST /v1/admin/bulk-short-text/{customerId}', 'upload-short-texts', uploadTexts],
  [
    'POST /v1/admin/customer',
    'add-customer',
    async ({ admin, ids }) => {
      const content = await logoPicture()
      const logo = { field: 'companyLogo', name: 'logo.png', type: 'image/png', content }
      return keep(ids, 'customer', admin.upload('/v1/admin/customer', customerFields(), logo))
    },
  ],
  [
    'PUT /v1/admin/customer/{customerId}',
    'update-customer',
    ({ admin, ids }) =>
      admin.put(`/v1/admin/customer/${ids.customer}`, customerFields({ details: 'Signs.' })),
  ],
  [
    'DELETE /v1/admin/delete-customer/{customerId}',
    'delete-customer',
    ({ admin, ids }) => admin.delete(`/v1/admin/delete-customer/${ids.customer}`),
  ],
]

function newPassword(of: string) {
  const password = `another-long-password-${of}`
  return { currentPassword: testPassword, newPassword: password, confirmNewPassword: password }
}
