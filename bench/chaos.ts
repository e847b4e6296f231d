import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { breakCharges } from './chaos/charge.ts'
import { breakDatabase } from './chaos/database.ts'
import { breakDeliveries } from './chaos/delivery.ts'
import { type Finding, printFindings } from './chaos/findings.ts'
import { breakMessages } from './chaos/messages.ts'
import { breakModel } from './chaos/model.ts'
import { type Options, readOptions, type SuiteName, shareOf, shares } from './chaos/options.ts'
import { breakProvider } from './chaos/provider.ts'
import { breakPurchases } from './chaos/purchase.ts'
import { breakRehearsals } from './chaos/rehearsal.ts'
import { breakRestore } from './chaos/restore.ts'
import { makeDeadline, type Suite } from './chaos/suite.ts'
import { openWorld } from './chaos/world.ts'

const suites: Record<SuiteName, readonly [title: string, suite: Suite]> = {
  purchase: ['Purchases, with servers that die', breakPurchases],
  provider: ['Purchases, at a provider that fails', breakProvider],
  delivery: ['Deliveries, with workers that die', breakDeliveries],
  messages: ['Messages, at providers that fail', breakMessages],
  charge: ['Charges, at two servers at once', breakCharges],
  database: ['The database, cut off', breakDatabase],
  model: ['Money, played at random', breakModel],
  restore: ['A database restored from a backup of two hours ago', breakRestore],
  rehearsal: ['Rehearsals, against what happens', breakRehearsals],
}

/** Beyond the time given, a suite may end what it has begun; whatever takes longer than this hangs. */
const overtimeMs = 9 * 60_000

async function runSuite(postgres: EmbeddedPostgres, name: SuiteName, options: Options): Promise<Finding[]> {
  const [title, suite] = suites[name]
  const budgetMs = (options.minutes * 60_000 * shares[name]) / 100 / shareOf(options.suites)
  const world = await openWorld({ serverUrl: postgres.url, name, seed: options.seed, times: options.times })
  try {
    const findings = await suite(world, makeDeadline(budgetMs))
    const { snapshots, violations } = await world.watch.stop()
    findings.push({
      what: 'all the time: balance = sum of entries, chained, never negative',
      runs: `${snapshots} snapshots`,
      violations,
      worstSettleMs: null,
    })
    printFindings(`${title} (seed ${options.seed})`, findings)
    return findings
  } finally {
    await world.watch.stop().catch(() => undefined)
    await world.close()
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  console.log(
    `Seed ${options.seed}; about ${options.minutes.toFixed(1)} minutes. The same choices again: npm run chaos -- --only ${options.suites.join(',')} --seed ${options.seed}${options.times === 1 ? '' : ` --times ${options.times}`}`,
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-chaos-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const close = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const endEarly = (code: number) => void close().finally(() => process.exit(code))
  process.once('SIGINT', () => endEarly(130))
  process.once('SIGTERM', () => endEarly(143))
  const hanging = setTimeout(
    () => {
      console.error('The fault tests hang.')
      endEarly(1)
    },
    (options.minutes * 60_000 + overtimeMs) * options.times,
  )
  const findings: Finding[] = []
  try {
    for (const name of options.suites) findings.push(...(await runSuite(postgres, name, options)))
  } finally {
    clearTimeout(hanging)
    await close()
  }
  const violations = findings.flatMap((finding) => finding.violations).length
  console.log(`\n${violations === 0 ? 'No promise was broken.' : `${violations} violations.`}`)
  process.exitCode = violations === 0 ? 0 : 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
// Left to itself, Node goes on waiting for what was being written to processes that were killed.
process.exit()
