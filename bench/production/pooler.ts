import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { refusePooler } from '../../server/src/platform/pooler.ts'
import { freePort } from '../../server/test/free-port.ts'
import { compareClicks, readBooks, settleBooks } from '../chaos/books.ts'
import { compareCharges, openCustomers } from '../chaos/customers.ts'
import { serve } from '../chaos/serve.ts'
import { openWorld } from '../chaos/world.ts'
import type { Row } from '../table.ts'

const seed = 1
const seconds = 20
/** Fewer than the product opens: they are given out transaction by transaction. */
const serverConnections = 6

/** Charges and purchases through PgBouncer in transaction mode, which is told to ignore nothing. */
export async function benchPooler(): Promise<Row[]> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) return [['PgBouncer', 'is not on this machine']]
  const folder = await mkdtemp(join(tmpdir(), 'almanac-pooler-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const world = await openWorld({ serverUrl: postgres.url, name: 'pooler', seed })
  const pooler = await startPooler(folder, world.databaseUrl)
  try {
    const refusal = await refusePooler(pooler.url, { directUrl: world.databaseUrl, prepares: true }).then(
      () => 'none',
      (error: Error) => error.message.replace(/\s+/g, ' '),
    )
    const served = await serve(world, {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: world.databaseUrl,
      DATABASE_PREPARED_STATEMENTS: 'off',
    })
    world.frontDoor.lead(served.port)
    const customers = await openCustomers(world, served.url)
    await wait(seconds * 1_000)
    await customers.finish()
    const settled = await settleBooks(world)
    const lies = [
      ...(await compareCharges(world, customers.charges)),
      ...settled.violations,
      ...compareClicks(customers.clicks, await readBooks(world)),
    ]
    const failed = customers.answers.filter(({ status }) => status !== 200 && status !== 201)
    for (const { what, status, code } of failed.slice(0, 10))
      console.log(`  ! ${what} was answered ${status} ${code}`)
    for (const one of lies) console.log(`  ! ${one}`)
    await served.stop()
    return [
      ['refusal with prepared statements', refusal],
      [`charges and purchases over ${serverConnections} connections`, String(customers.answers.length)],
      ['that failed', String(failed.length)],
      ['lost, doubled or not credited', String(lies.length)],
    ]
  } finally {
    await world.watch.stop().catch(() => undefined)
    await world.close()
    await pooler.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPooler(
  folder: string,
  databaseUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl })
  const own = await freePort()
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'users'), `"${user}" "${password}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${host} port=${port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 200
`,
  )
  // It refuses to run as root.
  const words = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', ['-q', ...words, join(folder, 'pgbouncer.ini')], { stdio: 'inherit' })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.port = String(own)
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => undefined)
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) break
    await wait(100)
  }
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
