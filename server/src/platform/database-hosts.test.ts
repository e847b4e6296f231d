import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '../../test/database.ts'
import { dumpDatabase } from '../backup/dump-database.ts'
import { readConfig } from './config.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import { splitHosts } from './database-hosts.ts'
import { createLog } from './log.ts'
import { announceChange, listenForWakeups, type WakeupListener } from './wakeups.ts'

describe('a URL', () => {
  test.each([
    ['postgresql://a:b@one/almanac', ['postgresql://a:b@one/almanac']],
    [
      'postgresql://a:b@localhost/almanac?host=/run/x,y',
      ['postgresql://a:b@localhost/almanac?host=/run/x,y'],
    ],
    ['postgres://a:b%2C@one,two/x', ['postgres://a:b%2C@one/x', 'postgres://a:b%2C@two/x']],
    [
      'postgresql://a:b@one:5432,[::1]:5433/almanac?sslmode=verify-full',
      [
        'postgresql://a:b@one:5432/almanac?sslmode=verify-full',
        'postgresql://a:b@[::1]:5433/almanac?sslmode=verify-full',
      ],
    ],
  ])('%s names its hosts', (url, expected) => {
    expect(splitHosts(url)).toEqual(expected)
  })

  test.each([
    'postgresql://a:b@one:5432,two:port/almanac',
    'postgresql://a:b@one,,two/almanac',
    'postgresql://a:b@one,two/almanac?target_session_attrs=standby',
  ])('%s is refused', (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL: is an address such as')
  })
})

/** A host of its own port before one database of the test server. */
interface Host {
  url: string
  port: number
  /** What it says from now on goes nowhere, and what it is told is not answered. */
  hush(): void
  die(): Promise<void>
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Who asks it for `asked` is led to `given`, whose name is as long. */
async function openHost(asked: string, given: string): Promise<Host> {
  const sockets = new Set<Socket>()
  const to = new pg.Client({ connectionString: given })
  const server: Server = createServer((client) => {
    const path = to.host.startsWith('/')
      ? { path: `${to.host}/.s.PGSQL.${to.port}` }
      : { host: to.host, port: to.port }
    const behind = connect(path)
    client.once('data', (first) => {
      behind.write(Buffer.from(first.toString('latin1').replace(nameOf(asked), nameOf(given)), 'latin1'))
      client.pipe(behind)
    })
    behind.pipe(client)
    for (const socket of [client, behind]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = new URL(asked)
  url.searchParams.delete('host')
  url.port = String(port)
  return {
    url: url.href,
    port,
    hush() {
      server.on('connection', (socket) => socket.pause())
      for (const socket of sockets) socket.unpipe().pause()
    },
    async die() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('of two hosts', () => {
  let databases: Awaited<ReturnType<typeof createTestDatabase>>[]
  let hosts: [Host, Host]
  let both: string
  let db: Database
  let wakeups: WakeupListener

  const asked = () => databases[0]?.url ?? ''
  const setReadOnly = (index: 0 | 1, isReadOnly: boolean) => {
    // Over the first, which itself takes writes all the time.
    const name = nameOf(databases[index]?.url ?? '')
    return runOn(
      asked(),
      `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    )
  }
  const servedBy = async (of: Pick<Database, 'reader'> = db) =>
    (await sql<{ name: string }>`select current_database() as name`.execute(of.reader)).rows[0]?.name
  const sharedServedBy = async () =>
    (await db.quickWrites.run('name', () => sql<{ name: string }>`select current_database() as name`, {}))[0]
      ?.name

  beforeEach(async () => {
    databases = [await createTestDatabase(), await createTestDatabase()]
    await setReadOnly(1, true)
    hosts = [await openHost(asked(), asked()), await openHost(asked(), databases[1]?.url ?? '')]
    both = hosts[1].url.replace(`:${hosts[1].port}/`, `:${hosts[1].port},127.0.0.1:${hosts[0].port}/`)
    db = openDatabase(both, { poolSize: 3 })
    wakeups = listenForWakeups(both, createLog('silent'))
  })
  afterEach(async () => {
    for (const host of hosts) await host.die()
    await wakeups.close()
    await db.close()
    for (const database of databases) await database.drop()
  })

  test('a backup is taken of the one that takes writes', async () => {
    await runOn(asked(), 'create table only_here (id integer)')
    const folder = await mkdtemp(join(tmpdir(), 'almanac-dump-'))
    const { tables } = await dumpDatabase(both, folder)
    await rm(folder, { recursive: true })
    expect(tables.map(({ name }) => name)).toContain('only_here')
  })

  test('the one that takes writes is asked, though the other is named first', async () => {
    expect(await servedBy()).toBe(nameOf(asked()))
    expect(await sharedServedBy()).toBe(nameOf(asked()))
  })

  test('another is asked once it takes writes: by the pool, by shared connections, and by who listens', async () => {
    expect([await servedBy(), await sharedServedBy()]).toEqual([nameOf(asked()), nameOf(asked())])
    await hosts[0].die()
    const failure = await servedBy().catch((error: unknown) => error)
    expect(isDatabaseAway(failure)).toBe(true)
    await setReadOnly(1, false)
    const other = nameOf(databases[1]?.url ?? '')
    await expect.poll(() => servedBy().catch(() => '')).toBe(other)
    await expect.poll(() => sharedServedBy().catch(() => '')).toBe(other)
    let heard = 0
    wakeups.onChange(() => heard++)
    await expect
      .poll(() => announceChange(db.reader, { topic: 'reports' }).then(() => heard))
      .toBeGreaterThan(0)
  })

  test('one that was cut off keeps nobody waiting once another takes writes', async () => {
    expect(await servedBy()).toBe(nameOf(asked()))
    hosts[0].hush()
    const hanging = servedBy().catch((error: unknown) => error)
    await setReadOnly(1, false)
    // Whoever waits on a shared connection gives it up, and who comes next looks for the server.
    await expect.poll(() => sharedServedBy().catch(() => '')).toBe(nameOf(databases[1]?.url ?? ''))
    expect(isDatabaseAway(await hanging)).toBe(true)
  }, 30_000)
})
