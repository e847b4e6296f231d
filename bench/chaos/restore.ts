import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dumpDatabase } from '../../server/src/backup/dump-database.ts'
import { loadDatabase } from '../../server/src/backup/load-database.ts'
import { compareBooks, readBooks } from './books.ts'
import type { Finding } from './findings.ts'
import { watchLedger } from './ledger-watch.ts'
import {
  environment,
  type Lost,
  liveOn,
  lostMinutes,
  openScene,
  readLost,
  refundAll,
  refunds,
  type Scene,
  until,
} from './restore-scene.ts'
import { type Served, serve } from './serve.ts'
import { press } from './shopper.ts'
import { forEachOf, type Suite } from './suite.ts'
import { openEmptyTwin, rowsOf, type World } from './world.ts'

/**
 * A backup is taken, two hours of business follow, the database is lost, and the backup is restored: of what went out in these
 * two hours nothing goes out again, nothing is charged again, and what was paid is credited.
 */
export const breakRestore: Suite = async (world) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-drill-'))
  try {
    const scene = await openScene(world)
    const dumped = await dumpDatabase(world.databaseUrl, folder)
    const lost = await liveOn(world, scene)
    const twin = await openEmptyTwin(world, 'chaos_restored')
    const takenAt = new Date(Date.now() - lostMinutes * 60_000).toISOString()
    await loadDatabase(twin.databaseUrl, folder, { ...dumped, hasFiles: false, takenAt })
    return await judge(twin, scene, lost)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function judge(twin: World, scene: Scene, lost: Lost): Promise<Finding[]> {
  const watch = watchLedger(twin.databaseUrl)
  const served = await serve(twin, environment)
  const startedAt = performance.now()
  // Pages that were open press their buttons again, before anything was compared.
  await forEachOf(scene.clicks, 8, async (one) => void (await press(served.url, one)))
  await refundAll(twin, served.url, scene)
  const isCompared = await until(
    twin,
    `select (select count(*) from restores where compared_at is null)
      + (select count(*) from short_texts where planned_at is null)
      + (select count(*) from deliveries where held_for = 'look-up' and state = 'planned') as left`,
  )
  const settledMs = performance.now() - startedAt
  // Rules that were low before the backup have had their chance by now.
  await wait(6_000)
  const findings = await readFindings(twin, scene, lost, served)
  await served.stop()
  const { snapshots, violations } = await watch.stop()
  return [
    {
      what: 'the lost time is compared to its end',
      runs: `${lostMinutes} minutes`,
      violations: isCompared ? [] : ['it was not'],
      worstSettleMs: settledMs,
    },
    ...findings,
    {
      what: 'the ledger, restored, adds up',
      runs: `${snapshots} snapshots`,
      violations,
      worstSettleMs: null,
    },
  ]
}

async function readFindings(twin: World, scene: Scene, lost: Lost, served: Served): Promise<Finding[]> {
  const now = await readLost(twin, scene)
  const finding = (what: string, runs: string, violations: string[]): Finding => ({
    what,
    runs,
    violations,
    worstSettleMs: null,
  })
  const sms = lost.arrivals.flatMap((before, index) =>
    [...(now.arrivals[index] ?? [])]
      .filter(([to]) => to.startsWith('+'))
      .map(([to, times]) => ({ to, times, before: before.get(to) ?? 0 })),
  )
  const held = await heldOf(twin, served, scene)
  return [
    finding(
      'no SMS is sent twice',
      `${sms.length} SMS, ${sum(sms.map(({ before }) => before))} of them before`,
      [...sms.filter(({ times }) => times > 1).map(({ to, times }) => `${to} was sent it ${times} times`)],
    ),
    finding(
      'no letter in question leaves by itself',
      `${lost.letters} letters before`,
      now.letters === lost.letters ? [] : [`${now.letters - lost.letters} left`],
    ),
    finding(
      'every letter in question is held and listed',
      `${held.held} held`,
      held.listed === held.held && held.held > 0 ? [] : [`${held.held} are held, ${held.listed} listed`],
    ),
    finding(
      'nothing is charged twice',
      `${lost.captures} captures`,
      now.captures === lost.captures ? [] : [`${now.captures - lost.captures} more`],
    ),
    finding(
      'what was paid is credited, once',
      `${scene.clicks.length + scene.owners.length + scene.paid.length} purchases`,
      compareBooks(await readBooks(twin)),
    ),
    finding(
      'what was refunded is recorded, and not given back twice',
      `${refunds} refunds`,
      await missingRefunds(twin, now.refundedCents, lost.refundedCents),
    ),
    finding(
      'who presses again is told the truth',
      `${scene.clicks.length} clicks`,
      scene.clicks.flatMap(({ key, refusal }) =>
        refusal ? [`the click ${key} was refused: ${refusal}`] : [],
      ),
    ),
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Letters and texts as the admin's health page lists them, and as the database holds them. */
async function heldOf(twin: World, served: Served, scene: Scene): Promise<{ held: number; listed: number }> {
  const [row] = await rowsOf<{ held: string }>(
    twin,
    `select (select count(*) from deliveries where held_for = 'decision' and state = 'planned')
      + (select count(*) from outbox_messages where state = 'held') as held`,
  )
  const response = await fetch(`${served.url}/v1/admin/health`, {
    headers: scene.admin,
  })
  const { restore } = (await response.json()) as {
    restore: { held: { letters: number; sms: number }[] } | null
  }
  return {
    held: Number(row?.held),
    listed: sum(restore?.held.map(({ letters, sms }) => letters + sms) ?? []),
  }
}

async function missingRefunds(twin: World, cents: number, before: number): Promise<string[]> {
  const [row] = await rowsOf<{ cents: number }>(
    twin,
    `select coalesce(sum(amount_cents), 0)::int as cents from refunds where state in ('pending', 'refunded')`,
  )
  return [
    ...(row?.cents === cents ? [] : [`the provider gave back ${cents} cents, we know of ${row?.cents}`]),
    ...(cents === before ? [] : [`${cents - before} cents were given back again`]),
  ]
}
