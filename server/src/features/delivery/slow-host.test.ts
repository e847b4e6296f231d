import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf, takenSms } from '../../../test/sunbursts.ts'
import { createSmtpMailer } from '../../adapters/smtp/mailer.ts'
import { runJobs } from '../../platform/jobs.ts'
import { deliveryJobs } from './index.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

test('letters of one tenant to a host that hangs hold up neither an SMS nor a letter of another', async () => {
  const [slow, other] = [await app.make.tenant(), await app.make.tenant()]
  for (let count = 0; count < 60; count++) {
    const { id } = await sun.subscriber(slow, { mediums: ['email'] })
    await app.query(`update users set email = 'c${id}@slow.example' where id = ${id}`)
  }
  const consumer = await sun.subscriber(other)
  const slowText = await sun.text(slow)
  const text = await sun.text(other)
  await sun.plan()
  await app.sandbox.control('faults', {
    provider: 'smtp',
    kind: 'latency',
    latencyMs: 10_000,
    times: 1_000,
    path: '@slow.example',
  })
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${app.sandbox.smtpPort}`,
    from: 'Almanac <almanac@localhost>',
    timeoutMs: 3_000,
  })
  const runner = runJobs(deliveryJobs({ ...app.deps, mailer }), app.deps.log)
  try {
    await expect.poll(() => sun.textState(text)).toBe('sent')
    const waiting = (await sun.fates(slowText)).filter((fate) => fate === 'email:planned')
    expect(waiting.length).toBeGreaterThan(30)
    expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(1)
    expect(await app.sandbox.messages(consumer.email)).toHaveLength(1)
  } finally {
    await app.query(
      `update deliveries set state = 'skipped' where text_id = ${slowText} and state = 'planned'`,
    )
    await runner.stop()
  }
})
