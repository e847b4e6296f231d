import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { shareConnections } from './shared-connections.ts'
import { placeSql } from './statement-shapes.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 3 })
  await runOn(database.url, 'create table sums (id int primary key, sum int not null)')
  await runOn(database.url, 'insert into sums select n, 0 from generate_series(1, 9) n')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const number = placeSql<number>('number')

const echo = (value: number) =>
  db.quickReads.run('echo', () => sql<{ said: number }>`select ${number}::int as said`, { number: value })

const divide = (value: number) =>
  db.quickReads.run('divide', () => sql<{ part: number }>`select 12 / ${number}::int as part`, {
    number: value,
  })

const add = (id: number) =>
  db.quickWrites.run(
    'add',
    () => sql<{ sum: number }>`with added as (
      update sums set sum = sum + 1 where id = ${number} returning sum
    ) select sum from added`,
    { number: id },
  )

const sumOf = async (id: number) =>
  (await sql<{ sum: number }>`select sum from sums where id = ${id}`.execute(db.reader)).rows[0]?.sum

test('each of many statements at once has its own answer', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  const answers = await Promise.all(numbers.map(echo))
  expect(answers.map(([row]) => row?.said)).toEqual(numbers)
})

test('a statement is built once, whatever its values', async () => {
  const build = vi.fn(() => sql<{ twice: number }>`select 2 * ${number}::int as twice`)
  const twice = (value: number) => db.quickReads.run('twice', build, { number: value })
  expect(await Promise.all([3, 4, 5].map(twice))).toEqual([[{ twice: 6 }], [{ twice: 8 }], [{ twice: 10 }]])
  expect(build).toHaveBeenCalledTimes(1)
})

test('a statement that is refused fails alone', async () => {
  const answers = await Promise.allSettled([3, 0, 4, 0, 6].map(divide))
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.part : 'refused')),
  ).toEqual([4, 'refused', 3, 'refused', 2])
})

test('what is asked in one turn of the event loop leaves in one write, until that is much', async () => {
  await askAll(80)
  expect(await writesOf(() => askAll(20))).toBe(1)
  expect(await writesOf(() => askAll(64))).toBe(2)
})

const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => echo(index)))

/** To how many connections is written, once each. */
async function writesOf(ask: () => Promise<unknown>): Promise<number> {
  const writes = [vi.spyOn(Socket.prototype, '_writev'), vi.spyOn(Socket.prototype, '_write')]
  await ask()
  const streams = writes.flatMap(({ mock }) => mock.contexts)
  for (const spy of writes) spy.mockRestore()
  expect(new Set(streams).size).toBe(streams.length)
  return streams.length
}

test('a lost connection fails what is on its way, and the next statement opens another', async () => {
  const [row] = await db.quickReads.run('pid', () => sql<{ pid: number }>`select pg_backend_pid() as pid`, {})
  const sleeping = db.quickReads.run('sleep', () => sql`select pg_sleep(10)`, {})
  const failed = sleeping.then(
    () => 'answered',
    (error: unknown) => (isDatabaseAway(error) ? 'away' : error),
  )
  await runOn(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (pid = ${row?.pid} or query like 'select pg_sleep%')`,
  )
  expect(await failed).toBe('away')
  await vi.waitFor(async () => expect(await echo(7)).toEqual([{ said: 7 }]), 5_000)
})

test('those who lose a connection together are told each by an error of their own', async () => {
  const sleep = () => db.quickReads.run('sleep', () => sql`select pg_sleep(10)`, {})
  const add = () =>
    db.quickWrites.run('slow', () => sql`with slept as (select pg_sleep(10)) select from slept`, {})
  for (const ask of [sleep, add]) {
    const lost = Promise.allSettled(Array.from({ length: 30 }, ask))
    await vi.waitFor(async () => {
      const cut = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(db.reader)
      expect(cut.rows).toHaveLength(1)
    })
    const errors = (await lost).map((answer) => (answer.status === 'rejected' ? answer.reason : null))
    expect(errors.every(isDatabaseAway)).toBe(true)
    // Longer ones have in them who else had sent a statement.
    expect(Math.max(...errors.map(({ stack }) => stack.split('\n').length))).toBeLessThan(40)
  }
})

test('a database that cannot be reached is away, and not for ever', async () => {
  const nowhere = shareConnections({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' }, { size: 1 })
  const ask = async () => (await nowhere.connect()).query({ text: 'select 1' })
  for (const _ of [1, 2]) expect(await ask().catch((error: unknown) => isDatabaseAway(error))).toBe(true)
  await nowhere.end()
})

test('a connection that goes silent is given up, and the next statement opens another', async () => {
  const { host, port, user, password, database: name } = new pg.Client(database.url)
  let isSilent = false
  const wire = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port })
    const wasSilent = isSilent
    near.on('data', (bytes) => (isSilent && !wasSilent) || far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
  })
  await once(wire.listen(0, '127.0.0.1'), 'listening')
  const { port: nearPort } = wire.address() as AddressInfo
  const shared = shareConnections(
    { host: '127.0.0.1', port: nearPort, user, password, database: name, query_timeout: 200 },
    { size: 1 },
  )
  const ask = async () => (await (await shared.connect()).query({ text: 'select 1 as one' })).rows[0].one
  expect(await ask()).toBe(1)
  isSilent = true
  const lost = await Promise.allSettled([ask(), ask()])
  expect(lost.map((answer) => answer.status === 'rejected' && isDatabaseAway(answer.reason))).toEqual([
    true,
    true,
  ])
  expect(await ask()).toBe(1)
  await shared.end()
  wire.close()
})

test('what would change a connection for those after it is not sent', async () => {
  const shared = shareConnections({ connectionString: database.url }, { size: 1 })
  const connection = await shared.connect()
  for (const text of ['begin', "set time zone 'Asia/Tokyo'", 'commit'])
    await expect(connection.query({ text })).rejects.toThrow('whole statements alone')
  await shared.end()
})

test('a statement that waits for a lock holds up nobody, and comes through', async () => {
  const order: string[] = []
  const released = Promise.withResolvers<void>()
  const holding = db.transact(async (tx) => {
    await sql`select from sums where id = 1 for update`.execute(tx)
    order.push('held')
    await released.promise
  })
  await vi.waitFor(() => expect(order).toEqual(['held']))
  const waiting = add(1).then(() => order.push('waited'))
  // More than there are connections: some of them stand behind the one that waits.
  await Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map(add))
  order.push('others')
  released.resolve()
  await Promise.all([holding, waiting])
  expect(order).toEqual(['held', 'others', 'waited'])
  expect(await sumOf(1)).toBe(1)
  expect(await sumOf(9)).toBe(1)
})

test('those behind a statement that could not be prepared come through, as it does', async () => {
  const sumNow = (id: number) =>
    db.quickReads.run('sum now', () => sql<{ sum: number }>`select sum from sums where id = ${number}`, {
      number: id,
    })
  // What comes for the first time is not prepared yet.
  await sumNow(9)
  const released = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const migrating = db.transact(async (tx) => {
    await sql`lock table sums in access exclusive mode`.execute(tx)
    isHeld.resolve()
    await released.promise
  })
  await isHeld.promise
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const asked = Promise.all([9, 9, 9, 9, 9, 9].map(sumNow))
  asked.catch(() => undefined)
  // The second time is over connections of one's own: there all of them wait.
  await vi.waitFor(() => expect(sent.mock.calls.length).toBeGreaterThan(6), 5_000)
  released.resolve()
  await migrating
  sent.mockRestore()
  expect(await asked).toEqual(Array.from({ length: 6 }, () => [{ sum: 1 }]))
})
