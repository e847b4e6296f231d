import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { playMoney, playSteps } from '../../../test/money/play.ts'
import { interrupted, stories, toldAgain } from '../../../test/money/stories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

/**
 * `MODEL_RUNS` asks for more runs, which also start amid the stories, and `npm run chaos -- --only model` plays longer ones. A run that fails names its seed,
 * and the fewest steps that it takes.
 */
const whatever =
  'whatever people, providers and dying servers do, no cent and no token is lost, doubled or invented'
/** So long for a machine that is starved: a quiet one takes a tenth of it. */
const timeout = 600_000

test(whatever, { timeout }, async () => {
  const { id: userId } = await app.make.admin()
  const { MODEL_RUNS } = process.env
  const runs = Number(MODEL_RUNS ?? 80)
  const play = { runs, stepsMax: 8, isAmidStories: MODEL_RUNS !== undefined }
  const { seen } = await playMoney(app, { userId, role: 'admin' }, play)
  // Steps that can't be are passed over: enough of them must have been.
  for (const what of ['purchase', 'stripe settled', 'paypal settled', 'automatic stripe settled', 'refund'])
    expect(seen.get(what), what).toBeGreaterThan(0)
})

const told = process.env.MODEL_GRID ? { ...stories, ...interrupted } : { ...stories, ...toldAgain }
test.each(Object.entries(told))(
  'the books agree, and nothing is charged that was not agreed to, after %s',
  { timeout },
  async (_name, steps) => {
    const { id: userId } = await app.make.admin()
    await playSteps(app, { userId, role: 'admin' }, steps)
  },
)
