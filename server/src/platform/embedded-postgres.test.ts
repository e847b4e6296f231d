import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './postgres/binaries.ts'
import { openServerLog } from './postgres/log-file.ts'
import { startPostmaster } from './postgres/postmaster.ts'
import { chooseRunAs } from './postgres/run-as.ts'

let dataDir = ''
let running: EmbeddedPostgres | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-postgres-'))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(folder = dataDir): Promise<{ server: EmbeddedPostgres; said: string[] }> {
  const said: string[] = []
  running = await startEmbeddedPostgres({ dataDir: folder, log: (sentence) => said.push(sentence) })
  return { server: running, said }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('creates a durable UTF-8 database that only its password opens, and keeps its rows', async () => {
  const { server } = await start()
  const [settings] = await query(
    server.url,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') "commit",
            current_setting('full_page_writes') pages, current_setting('listen_addresses') addresses,
            current_setting('server_version_num')::int / 10000 major,
            (select rolsuper from pg_roles where rolname = current_user) super,
            (select datlocprovider::text || datlocale from pg_database where datname = current_database()) locale`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    addresses: '127.0.0.1',
    major: 18,
    super: false,
    locale: 'bC.UTF-8',
  })
  const stranger = new URL(server.url)
  stranger.password = 'wrong'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)

  await query(server.url, 'create table kept as select 42 as number')
  await server.stop()
  expect(isAlive(server.pid)).toBe(false)
  const { server: again, said } = await start()
  expect(await query(again.url, 'select number from kept')).toEqual([{ number: 42 }])
  expect(said).toEqual([])
})

it('loses no acknowledged row when its process is killed, and leaves no server behind', async () => {
  const source = new URL('./embedded-postgres.ts', import.meta.url).href
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(source)}
    import pg from 'pg'
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('create table acknowledged (number int)')
    console.log(server.pid)
    for (let number = 1; ; number++) {
      await client.query('insert into acknowledged values ($1)', [number])
      console.log(number)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(Number(line))
    if (lines.length === 200) child.kill('SIGKILL')
  }
  const [firstPid = 0, ...acknowledged] = lines
  const { server } = await start()
  // A process that has ended keeps its number until the system's first process collects it.
  await expect.poll(() => isAlive(firstPid)).toBe(false)
  const rows = await query<{ number: number }>(server.url, 'select number from acknowledged')
  expect(rows.map((row) => row.number)).toEqual(expect.arrayContaining(acknowledged))
  expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1)
})

it('stops a server that still runs on its cluster before it starts its own', async () => {
  const runAs = chooseRunAs(join(dataDir, 'postgres'))
  const { postgres } = await findBinaries(runAs, dataDir, () => undefined)
  const log = await openServerLog(join(dataDir, 'orphan.log'))
  const orphan = await startPostmaster({
    postgres,
    clusterDir: join(dataDir, 'postgres'),
    durable: true,
    runAs,
    log,
  })
  const { server, said } = await start()
  await orphan.ended
  await log.close()
  expect(server.pid).not.toBe(orphan.pid)
  expect(said.join()).toContain('still running')
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('leaves alone a stranger who got the pid of a server that was killed', async () => {
  const stranger = spawn('/bin/sleep', ['60'])
  await once(stranger, 'spawn')
  const cluster = join(dataDir, 'postgres')
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${stranger.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
  )
  await start()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill()
})

it('starts a server that crashed again, on the same address', async () => {
  const { server } = await start()
  const before = server.pid
  process.kill(before, 'SIGKILL')
  await expect.poll(() => query(server.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
  expect(server.pid).not.toBe(before)
})

it('refuses the data of another major version, in words', async () => {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  const version = await readFile(file, 'utf8')
  await writeFile(file, '17\n')
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17, this Almanac brings PostgreSQL 18')
  await writeFile(file, version)
})

it('runs in a folder that its user cannot enter, and says where the data lies', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'almanac-closed-'))
  await chmod(closed, 0o700)
  const folder = join(closed, 'data')
  const { server, said } = await start(folder)
  await query(server.url, 'create table kept as select 42 as number')
  await server.stop()
  const { server: again } = await start(folder)
  expect(await query(again.url, 'select number from kept')).toEqual([{ number: 42 }])
  const changedUser = chooseRunAs(folder).ids !== undefined
  const place = changedUser
    ? ((await readFile(join(folder, 'postgres-location'), 'utf8')).split('\n')[0] ?? '')
    : folder
  expect(await readdir(place)).toContain('postgres')
  expect(said.some((sentence) => sentence.includes(`The database lies in ${place}`))).toBe(changedUser)
  await again.stop()
  running = undefined
  await rm(closed, { recursive: true })
  await rm(place, { recursive: true, force: true })
})
