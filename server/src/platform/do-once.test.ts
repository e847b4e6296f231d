import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { doOnce, findDone, forgetDone, type KeyedRequest } from './do-once.ts'
import { DomainError } from './errors.ts'

let app: TestApp
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  userId = (await app.make.operator(await app.make.tenant())).id
})
afterAll(() => app.close())

const asked = { act: 'copy-audio', audioId: 7 }

/** A request, and how often it was really done. */
function asking(idempotencyKey: string | undefined, request: Partial<KeyedRequest> = {}) {
  const keyed = { userId, idempotencyKey, asked, ...request }
  const done: number[] = []
  const act = async () => {
    done.push(done.length)
    return { id: done.length, when: '2026-11-23T08:00:00.000Z', list: [1, { deep: null }] }
  }
  const ask = (how = act) => app.deps.db.transact((tx) => doOnce(tx, keyed, how))
  return { keyed, done, ask }
}

test('is done once, and answered alike ever after', async () => {
  const { ask, done, keyed } = asking('once')
  const first = await ask()
  expect(first.isRepeated).toBe(false)
  expect(await ask()).toEqual({ answer: first.answer, isRepeated: true })
  expect(await findDone(app.deps.db.reader, keyed)).toEqual(first.answer)
  expect(done).toHaveLength(1)
})

test('asked for again while it is being done, it waits and is done once', async () => {
  const { ask, done } = asking('at-once')
  const open = Promise.withResolvers<void>()
  const first = ask(async () => {
    await open.promise
    done.push(0)
    return { id: 1, when: '2026-11-23T08:00:00.000Z', list: [] }
  })
  const others = Array.from({ length: 9 }, () => ask())
  // Each of them has found that it is being done, and waits for it.
  const waiting = () =>
    app.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  await expect.poll(async () => (await waiting()).length).toBe(9)
  expect(done).toHaveLength(0)
  open.resolve()
  const answers = await Promise.all([first, ...others])
  expect(done).toHaveLength(1)
  expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
  expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1)
})

test('without a key is done each time', async () => {
  const { ask, done, keyed } = asking(undefined)
  await ask()
  expect((await ask()).isRepeated).toBe(false)
  expect(done).toHaveLength(2)
  expect(await findDone(app.deps.db.reader, keyed)).toBeNull()
})

test('that was refused may be tried anew under its key', async () => {
  const { ask, done } = asking('refused')
  const refuse = () => Promise.reject(new DomainError('not_found'))
  await expect(ask(refuse)).rejects.toMatchObject({ code: 'not_found' })
  expect((await ask()).isRepeated).toBe(false)
  expect(done).toHaveLength(1)
})

test.each([
  ['another act', { act: 'delete-audio', audioId: 7 }],
  ['another subject', { act: 'copy-audio', audioId: 8 }],
])('under the key of %s is refused, with the words for it', async (_what, other) => {
  const { ask } = asking(`mismatch of ${other.act} ${other.audioId}`)
  await ask()
  const mismatch = { asked: other, mismatch: 'It was saved already.' }
  const again = asking(`mismatch of ${other.act} ${other.audioId}`, mismatch)
  await expect(again.ask()).rejects.toMatchObject({
    code: 'idempotency_mismatch',
    message: 'It was saved already.',
  })
  await expect(findDone(app.deps.db.reader, again.keyed)).rejects.toThrow(DomainError)
  expect(again.done).toHaveLength(0)
})

test('under a key that somebody else has used is another request', async () => {
  const { ask } = asking('shared')
  await ask()
  const other = (await app.make.operator(await app.make.tenant())).id
  expect((await asking('shared', { userId: other }).ask()).isRepeated).toBe(false)
})

test('is forgotten after a month, and not before', async () => {
  const age = (days: number, key: string) =>
    sql`update done_requests set done_at = now() - make_interval(days => ${days}, mins => -1)
      where idempotency_key = ${key} and user_id = ${userId}`.execute(app.deps.db.reader)
  const [old, young] = [asking('old'), asking('young')]
  await old.ask()
  await young.ask()
  await age(31, 'old')
  await age(30, 'young')
  await forgetDone(app.deps.db.reader)
  expect(await findDone(app.deps.db.reader, old.keyed)).toBeNull()
  expect(await findDone(app.deps.db.reader, young.keyed)).not.toBeNull()
})
