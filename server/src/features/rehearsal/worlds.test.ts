import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { playRehearsals } from '../../../test/rehearsal/play.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('what is rehearsed is what the sender then does, message by message, wherever nothing else came in between', async () => {
  const seen = await playRehearsals(app, { runs: 30 })
  for (const what of ['sent', 'held', 'skipped:insufficient-tokens', 'skipped:sms-opted-out']) {
    expect(seen.get(what), what).toBeGreaterThan(0)
  }
})
