import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../server/test/free-port.ts'

const run = promisify(execFile)

/** Where Debian has the programs of a server, beside those that an embedded one comes with. */
const programs = '/usr/lib/postgresql/15/bin'

export const hasPostgres = existsSync(join(programs, 'pg_basebackup'))

const password = 'pair'
const promoteWithinS = 20

interface Member {
  port: number
  folder: string
  child: ChildProcess | undefined
}

/** A primary and a standby that has each commit on its disk before it is acknowledged. */
export interface PostgresPair {
  /** Names both, as `DATABASE_URL` does. */
  url: string
  /** Port of the one that takes writes. */
  primaryPort(): number
  /** Ends the primary as a power cut would, and promotes the other. @returns when it had ended, on the clock of `performance` */
  failOver(): Promise<number>
  /** Makes the one that was ended a standby, and waits until commits wait for it. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openPostgresPair(): Promise<PostgresPair> {
  const base = await mkdtemp(join(tmpdir(), 'almanac-pair-'))
  // A server refuses to run as root.
  const ids = process.getuid?.() === 0 ? { uid: await idOf('-u'), gid: await idOf('-g') } : null
  const give = (file: string) => (ids ? chown(file, ids.uid, ids.gid) : undefined)
  await give(base)
  const tool = (name: string, ...words: string[]) =>
    run(join(programs, name), words, {
      ...ids,
      cwd: '/',
      env: { PATH: process.env.PATH, PGPASSWORD: password },
    })
  const members: [Member, Member] = [await place(base, 'one'), await place(base, 'two')]
  let [primary, standby] = members

  async function start(member: Member): Promise<void> {
    member.child = spawn(join(programs, 'postgres'), ['-D', member.folder], {
      ...ids,
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    })
    await untilAnswered(() => ask(member, 'select 1'))
  }
  const ask = async (member: Member, statement: string) => {
    const client = new pg.Client({ ...superuser(member.port), connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  async function waitForCommits(member: Member, isSynchronous: boolean): Promise<void> {
    await ask(member, `alter system set synchronous_standby_names = '${isSynchronous ? '*' : ''}'`)
    await ask(member, 'select pg_reload_conf()')
  }
  async function copy(): Promise<void> {
    await rm(standby.folder, { recursive: true, force: true })
    const from = `postgresql://postgres@127.0.0.1:${primary.port}/postgres`
    await tool('pg_basebackup', '-D', standby.folder, '-d', from, '-R', '-X', 'stream', '-c', 'fast')
    await appendFile(join(standby.folder, 'postgresql.conf'), `\nport = ${standby.port}\n`)
    await start(standby)
    const state = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`
    await untilAnswered(async () => {
      if ((await ask(primary, state))[0]?.count !== 1) throw new Error('The standby does not follow')
    })
    await waitForCommits(primary, true)
  }

  await writeFile(join(base, 'password'), password)
  await give(join(base, 'password'))
  await tool(
    'initdb',
    '-D',
    primary.folder,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${base}/password`,
  )
  await appendFile(join(primary.folder, 'postgresql.conf'), settings(primary.port))
  await appendFile(join(primary.folder, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  await start(primary)
  await ask(primary, `create role almanac login createdb password '${password}'`)
  await copy()

  return {
    url: `postgresql://almanac:${password}@127.0.0.1:${members[0].port},127.0.0.1:${members[1].port}/postgres`,
    primaryPort: () => primary.port,
    async failOver() {
      await kill(primary)
      const endedAt = performance.now()
      ;[primary, standby] = [standby, primary]
      await ask(primary, `select pg_promote(true, ${promoteWithinS})`)
      // Nobody is left to wait for; without this no commit would be acknowledged.
      await waitForCommits(primary, false)
      return endedAt
    },
    restore: copy,
    async close() {
      for (const member of members) await kill(member)
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function idOf(option: '-u' | '-g'): Promise<number> {
  return Number((await run('id', [option, 'postgres'])).stdout)
}

async function place(base: string, name: string): Promise<Member> {
  await mkdir(base, { recursive: true })
  return { port: await freePort(), folder: join(base, name), child: undefined }
}

const superuser = (port: number) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password,
  database: 'postgres',
})

const settings = (port: number) => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
wal_level = replica
synchronous_commit = on
`

/** The postmaster and all that it has started: none of them tells anybody. */
async function kill(member: Member): Promise<void> {
  const { child } = member
  member.child = undefined
  if (!child?.pid || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(child.pid)]).catch(() => ({
    stdout: '',
  }))
  for (const pid of [child.pid, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  await ended
}

async function untilAnswered(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return void (await act())
    } catch (error) {
      if (attempt > 300) throw error
      await wait(100)
    }
  }
}
