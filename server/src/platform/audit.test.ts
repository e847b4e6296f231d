import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQueuedCode } from '../../test/codes.ts'
import { testPassword } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Row {
  action: string
  actorRole: string
  subject: string
  tenantId: number | null
  before: unknown
  after: unknown
}

const rowsOf = (userId: number) =>
  app.query<Row>(
    `select action, actor_role, subject, tenant_id, before, after from audit_entries where actor_user_id = ${userId} order by id`,
  )

test('an operator’s upload and answer leave their rows', async () => {
  const tenant = await app.make.tenant()
  const operator = await app.make.operator(tenant)
  const client = await app.signIn(operator.username, tenant)
  const content = await readFile(new URL('../../demo/audio/test-aurora.mp3', import.meta.url))
  const base = `/v1/customers/${tenant.url}`
  const times = { startDateTime: '2026-11-17 00:05', endDateTime: '2026-12-15 00:05' }
  const audio = await client.upload(
    `${base}/audio`,
    { audioName: 'The Open Door', consumerCategoryId: String(tenant.categoryId), ...times },
    { field: 'audio', name: 'a.mp3', type: 'audio/mpeg', content },
  )
  const consumer = await app.make.consumer(tenant)
  const asker = await app.signIn(consumer.username, tenant)
  const ticket = await asker.post(`${base}/consumers/${consumer.id}/tickets`, {
    description: 'When?',
    email: consumer.email,
  })
  await client.post(`${base}/tickets/${ticket.body.id}/answers`, { answer: 'On Tuesday.' })
  const who = { actorRole: 'customer', tenantId: tenant.id, before: null }
  expect(await rowsOf(operator.id)).toMatchObject([
    { ...who, action: 'add-audio', subject: `audio:${audio.body.id}`, after: { audioName: 'The Open Door' } },
    {
      ...who,
      action: 'answer-ticket',
      subject: `ticket:${ticket.body.id}`,
      before: { status: 'open' },
      after: { status: 'answered', answer: 'On Tuesday.' },
    },
  ])
  expect(await rowsOf(consumer.id)).toEqual([])
})

test('a saved profile, a changed and a reset password leave theirs, the password not in them', async () => {
  const newPassword = 'another-password'
  const passwords = { currentPassword: testPassword, newPassword, confirmNewPassword: newPassword }
  const tenant = await app.make.tenant()
  const [operator, admin, consumer] = [
    await app.make.operator(tenant),
    await app.make.admin(),
    await app.make.consumer(tenant),
  ]
  const fields = { fullName: 'Nova Desk', contactNumber: '617', timeZone: 'America/Boise' }
  const desk = await app.signIn(operator.username, tenant)
  await desk.put(`/v1/customers/${tenant.url}/profile`, { ...fields, email: operator.email })
  await desk.put(`/v1/customers/${tenant.url}/profile/password`, passwords)
  const root = await app.signIn(admin.username, null)
  await root.put('/v1/admin/profile', { ...fields, email: `${admin.username}@mail.example` })
  await resetAdminPassword(admin.username, newPassword)
  const own = await app.signIn(consumer.username, tenant)
  const path = `/v1/customers/${tenant.url}/consumers/${consumer.id}/profile`
  const sign = String(tenant.categoryId)
  expect((await own.put(path, { ...fields, email: consumer.email, defaultCategoryId: sign })).status).toBe(
    200,
  )

  const rows = await rowsOf(operator.id)
  expect(rows).toMatchObject([
    {
      action: 'update-profile',
      tenantId: tenant.id,
      before: { fullName: 'Testa Person', email: operator.email },
      after: { fullName: 'Nova Desk', timeZone: 'America/Boise' },
    },
    { action: 'change-password', subject: `user:${operator.id}`, before: null, after: null },
  ])
  expect(JSON.stringify(rows)).not.toContain(newPassword)
  expect(await rowsOf(admin.id)).toMatchObject([
    { action: 'update-profile', actorRole: 'admin', tenantId: null },
    { action: 'reset-password', actorRole: 'admin', tenantId: null, after: null },
  ])
  expect(await rowsOf(consumer.id)).toEqual([])
})

async function resetAdminPassword(username: string, newPassword: string): Promise<void> {
  const visitor = app.client()
  await visitor.post('/v1/admin/password/forgot', { emailOrUsername: username })
  const passwordToken = await readQueuedCode(app, `${username}@mail.example`)
  const { body } = await visitor.post('/v1/user/shortcode/verify', { username, passwordToken })
  const reset = { newPassword, confirmNewPassword: newPassword, username }
  const { verificationToken } = body
  const answer = await visitor.put('/v1/admin/password/change', { ...reset, verificationToken })
  expect(answer.status).toBe(200)
}
