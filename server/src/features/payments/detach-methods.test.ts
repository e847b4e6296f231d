import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { withCardProvider } from '../../../test/provider.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { runJobs } from '../../platform/jobs.ts'
import { detachMethodsJob } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import { detachLanes, detachMethods } from './detach-methods.ts'
import type { PaymentProvider } from './ports.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.query('delete from detached_methods'))

/** Methods to be forgotten, the first the longest due. */
const queue = (...ids: string[]) =>
  app.query(
    `insert into detached_methods (provider, account, provider_method_id, next_attempt_at)
     select 'stripe', 'sandbox', id, now() - interval '1 hour' + place * interval '1 second'
     from unnest(array[${ids.map((id) => `'${id}'`)}]) with ordinality as methods (id, place)`,
  )

const leftOf = async () =>
  (await app.query<{ id: string }>('select provider_method_id as id from detached_methods order by id')).map(
    ({ id }) => id,
  )

/** The provider, as far as it forgets cards. */
function provider(detachMethod: PaymentProvider['detachMethod']): PaymentDeps {
  return withCardProvider(app.deps, { detachMethod })
}

const refuse = () => Promise.reject(new OutcomeUnknownError('no answer'))

test('one that the provider does not answer holds up no other', async () => {
  await queue('pm_hangs', 'pm_a', 'pm_b', 'pm_c', 'pm_d', 'pm_e', 'pm_f')
  const hanging = Promise.withResolvers<void>()
  const deps = provider((id) => (id === 'pm_hangs' ? hanging.promise : Promise.resolve()))
  const runner = runJobs(detachLanes(deps), app.deps.log)
  // A claim that a busy database refused is made again at once, not in half a minute.
  await expect
    .poll(() => {
      runner.wake(detachMethodsJob)
      return leftOf()
    })
    .toEqual(['pm_hangs'])
  hanging.resolve()
  await runner.stop()
  expect(await leftOf()).toEqual([])
})

test('twenty that can not be detached do not stand before the next', async () => {
  const stuck = Array.from({ length: 20 }, (_, index) => `pm_${String(index).padStart(2, '0')}`)
  await queue(...stuck, 'pm_well')
  await detachMethods(provider((id) => (id === 'pm_well' ? Promise.resolve() : refuse())))
  expect(await leftOf()).toEqual(stuck)
})

test('one that can not be detached comes again ever later, and at last every six hours', async () => {
  await queue('pm_stuck')
  const pauses: number[] = []
  for (let attempt = 0; attempt < 11; attempt++) {
    await detachMethods(provider(refuse))
    const [row] = await app.query<{ minutes: number }>(
      `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from detached_methods`,
    )
    pauses.push(row?.minutes ?? 0)
    await app.query('update detached_methods set next_attempt_at = now()')
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
})

test('one that is being detached is held', async () => {
  await queue('pm_slow')
  const [lane] = detachLanes(app.deps)
  if (!lane) throw new Error('No provider is in use')
  const wish = { room: 5, share: 5, held: new Map() }
  const { rows } = await lane.claim(wish)
  await app.query('update detached_methods set next_attempt_at = now()')
  await lane.renew?.(rows)
  expect((await lane.claim(wish)).rows).toEqual([])
})
