import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { buildWeb } from '../../tools/build-web.ts'
import { compareClicks, readBooks, settleBooks } from '../chaos/books.ts'
import { addDueText, type Crowd, openCrowd } from '../chaos/crowd.ts'
import { compareCharges, openCustomers } from '../chaos/customers.ts'
import { judgeRound, readArrivals, readFates } from '../chaos/delivery-books.ts'
import { openWorld, rowsOf, type World } from '../chaos/world.ts'
import { createHttpClient } from '../http-client.ts'
import { median, type Row } from '../table.ts'
import { startFleet } from './fleet.ts'
import { hasNginx, startFront } from './front.ts'
import { makeRelease } from './releases.ts'

const times = 20
const seed = 1
const crowdSize = 60
const deliveredWithinMs = 120_000
/** Of what the processes have said, where a request has failed. */
const toldCharacters = 4_000

/**
 * Twenty releases one after the other, under charges, purchases, page views and Sunbursts, through nginx as it is deployed:
 * each with a migration, which adds or removes; process by process. Which requests failed, and which jobs were lost.
 */
export async function benchRolling(): Promise<Row[]> {
  if (!hasNginx) return [['Releases behind nginx', 'there is no nginx on this machine']]
  await buildWeb()
  const folder = await mkdtemp(join(tmpdir(), 'almanac-rolling-'))
  // nginx of its own user looks for the sockets.
  await chmod(folder, 0o755)
  const sockets = join(folder, 'run')
  await mkdir(sockets)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const world = await openWorld({ serverUrl: postgres.url, name: 'rolling', seed })
  const front = await startFront(sockets)
  world.frontDoor.lead(front.port)
  const settings = await writeSettings(folder, world)
  const fleet = await startFleet(await makeRelease(folder, 0), settings, sockets)
  try {
    const origin = `http://127.0.0.1:${front.port}`
    const crowd = await openCrowd(world, crowdSize)
    const customers = await openCustomers(world, origin)
    const pages = viewPages(front.port, crowd.tenant.url)
    const tookMs: number[] = []
    const texts: { id: number; content: string }[] = []
    for (let number = 1; number <= times; number++) {
      const content = `Rolling ${randomUUID()}`
      const release = await makeRelease(folder, number)
      texts.push({ id: await addDueText(world, crowd, content), content })
      const startedAt = performance.now()
      await fleet.roll(release)
      tookMs.push(performance.now() - startedAt)
    }
    await pages.stop()
    await customers.finish()
    const lost = await findLost(world, crowd, texts)
    const settled = await settleBooks(world)
    const lies = [
      ...(await compareCharges(world, customers.charges)),
      ...settled.violations,
      ...compareClicks(customers.clicks, await readBooks(world)),
    ]
    const failed = [
      ...customers.answers
        .filter(({ status }) => status !== 200 && status !== 201)
        .map(({ what, status, code }) => `${what} was answered ${status} ${code}`),
      ...pages.failed,
    ]
    if (failed.length > 0) console.log(fleet.output().slice(-toldCharacters))
    for (const one of [...failed.slice(0, 20), ...lost.slice(0, 20), ...lies.slice(0, 20)])
      console.log(`  ! ${one}`)
    return [
      [
        'releases, each with a migration that adds or removes',
        `${tookMs.length}, median ${(median(tookMs) / 1_000).toFixed(0)} s`,
      ],
      ['requests that failed', `${failed.length} of ${customers.answers.length + pages.count()}`],
      ['jobs lost or done twice', `${lost.length} of ${texts.length * crowdSize * 2} deliveries`],
      [
        'charges and purchases lost, doubled or not credited',
        `${lies.length} of ${customers.charges.length + customers.clicks.length}`,
      ],
    ]
  } finally {
    await fleet.stop().catch((error: unknown) => console.log(`  ! ${String(error)}`))
    await front.stop()
    await world.watch.stop().catch(() => undefined)
    await world.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeSettings(folder: string, world: World): Promise<string> {
  const lines = {
    PUBLIC_URL: world.publicUrl,
    DATABASE_URL: world.databaseUrl,
    DATABASE_POOL: '10',
    DATA_DIR: world.dataDir,
    DRAIN_SECONDS: '3',
    SANDBOX_URL: world.sandbox.url,
    RATE_LIMIT_SESSION: '1000000',
    SMS_QUIET_HOURS: 'off',
  }
  const file = join(folder, 'almanac.env')
  await writeFile(
    file,
    Object.entries(lines)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )
  return file
}

/** Somebody who looks at pages without a pause, over connections that are kept. */
function viewPages(port: number, tenantUrl: string) {
  const client = createHttpClient(`http://127.0.0.1:${port}`, 4)
  const failed: string[] = []
  let count = 0
  let isOver = false
  const view = async (path: string) => {
    while (!isOver) {
      const { status } = await client.send('GET', path).catch((error: Error) => ({ status: error.message }))
      count++
      if (status !== 200) failed.push(`${path} was answered ${status}`)
      await wait(20)
    }
  }
  const viewing = [`/${tenantUrl}`, `/${tenantUrl}/login`, `/v1/customer-details-by-url/${tenantUrl}`].map(
    view,
  )
  return {
    failed,
    count: () => count,
    async stop() {
      isOver = true
      await Promise.all(viewing)
      client.close()
    },
  }
}

/** Deliveries that have not ended, and those that were not made once, one sentence each. */
async function findLost(
  world: World,
  { size }: Crowd,
  texts: readonly { id: number; content: string }[],
): Promise<string[]> {
  const startedAt = performance.now()
  const open = async () =>
    (
      await rowsOf<{ count: number }>(
        world,
        `select count(*)::int as count from short_texts where state <> 'sent' and id = any($1)`,
        [texts.map(({ id }) => id)],
      )
    )[0]?.count
  while ((await open()) !== 0 && performance.now() - startedAt < deliveredWithinMs) await wait(500)
  const lost: string[] = []
  for (const { id, content } of texts) {
    const fates = await readFates(world, id)
    const arrivals = await readArrivals(world, content)
    const round = judgeRound({ fates, arrivals, mostUnknown: 0, expected: size * 2 })
    lost.push(...round.doubled, ...round.missing, ...round.excess, ...round.debits)
    lost.push(
      ...fates
        .filter(({ state }) => state === 'planned' || state === 'sending')
        .map((fate) => `delivery ${fate.id} is still ${fate.state}`),
    )
  }
  return lost
}
