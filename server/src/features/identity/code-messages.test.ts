import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { outboxOf } from '../../../test/outbox.ts'
import { drainLane } from '../../platform/lanes.ts'
import { messageLane } from '../messages/send-messages.ts'
import { type CodeOwner, makeCode, tryCode, voidCode } from './codes.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

async function owner(): Promise<CodeOwner & { email: string }> {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  return {
    userId: consumer.id,
    username: consumer.username,
    tenantId: tenant.id,
    companyName: 'Aurora',
    email: consumer.email,
  }
}

const make = (to: CodeOwner & { email: string }) =>
  app.deps.db.transact((tx) => makeCode(tx, app.deps.secrets, to, 'email', to.email))

const send = () => drainLane(messageLane(app.deps, 'code-mail'), app.deps.log)

const queued = async (recipient: string) => {
  const rows = await app.query<{ id: number; text: string }>(
    `select id, text from outbox_messages where recipient = '${recipient}' order by id`,
  )
  return rows.map(({ id, text }) => ({ id, code: text.match(/\d{6}/)?.[0] ?? '' }))
}

test("a code's message ends with the code, by the same clock", async () => {
  const to = await owner()
  await make(to)
  const [row] = await app.query<{ isSame: boolean; lane: string }>(
    `select m.expires_at = c.expires_at as is_same, m.lane from one_time_codes c
       join outbox_messages m on m.id = c.message_id where c.user_id = ${to.userId}`,
  )
  expect(row).toEqual({ isSame: true, lane: 'code-mail' })
})

test('a code that was replaced before it could leave is never sent; the new one is', async () => {
  const to = await owner()
  await make(to)
  await make(to)
  await send()
  const [, second] = await queued(to.email)
  const mails = await app.sandbox.messages(to.email)
  expect(mails.map(({ subject }) => subject)).toEqual([`${second?.code} is your Aurora verification code`])
})

test.each([
  ['was taken back', (to: CodeOwner) => app.deps.db.transact((tx) => voidCode(tx, to.userId, 'email'))],
  [
    'was used, by a copy of unknown outcome',
    async (to: CodeOwner & { email: string }) => {
      const [{ code } = { code: '' }] = await queued(to.email)
      const attempt = {
        username: to.username,
        userId: to.userId,
        purpose: 'email' as const,
        code,
        address: '::1',
      }
      await tryCode(app.deps.db, app.deps.secrets, attempt, async () => undefined)
    },
  ],
])('a code that %s does not leave', async (_name, end) => {
  const to = await owner()
  await make(to)
  await end(to)
  await send()
  const ids = (await queued(to.email)).map(({ id }) => id)
  expect(await outboxOf(app).fates(ids)).toEqual(['failed expired'])
  expect(await app.sandbox.messages(to.email)).toEqual([])
})
