import { askForReports } from '../../server/src/features/delivery/ask-for-reports.ts'
import {
  claimDeliveries,
  releaseDeliveries,
  renewClaims,
} from '../../server/src/features/delivery/claim-deliveries.ts'
import { endTexts, makeTextSweep } from '../../server/src/features/delivery/end-texts.ts'
import { planDueTexts } from '../../server/src/features/delivery/plan-due-texts.ts'
import { resolveLost } from '../../server/src/features/delivery/resolve-lost.ts'
import { lanes } from '../../server/src/features/delivery/send-deliveries.ts'
import { readPresent } from '../../server/src/platform/present.ts'
import { rowsOf, type World } from '../chaos/world.ts'
import { median, percentile, printTable, type Row } from '../table.ts'
import { addGiant, addRows, addTenants, isHeld } from './due-rows.ts'
import { withWorld } from './with-world.ts'

const claims = 500
const warmUps = 50

/** Measures, at 1,000,000 due rows, a claim of 20 and all that a worker asks the database for beside it. */
export async function measureClaims(): Promise<void> {
  await withWorld('claims', async (world) => {
    // What is measured is fast enough to be disturbed by whoever watches.
    await world.watch.stop()
    await addTenants(world, 1_000)
    const held = await addRows(world, isHeld, 9)
    const due = await addRows(world, `not ${isHeld}`)
    await measure(world, `${due} due and ${held} held to 08:00, of 1,000 tenants`)
    await rowsOf(world, 'truncate deliveries')
    await rowsOf(world, `update short_texts set state = 'sending'`)
    await addRows(world, isHeld, 9)
    const few = await addRows(world, `t.id % 600 = 1`)
    const giant = await addGiant(world)
    const many = await addRows(world, `t.tenant_id = ${giant}`)
    await measure(world, `${many} due of one tenant, ${few} of a few others, and ${held} held`)
  })
}

async function measure(world: World, title: string): Promise<void> {
  const { deps } = world
  await rowsOf(
    world,
    `update short_texts t set state = 'sent' where not exists (select from deliveries where text_id = t.id)`,
  )
  const claimsMs: number[] = []
  const pingsMs: number[] = []
  const endsMs: number[] = []
  const sweepsMs: number[] = []
  const renewalsMs: number[] = []
  const releasesMs: number[] = []
  const plansMs: number[] = []
  const looksMs: number[] = []
  const asksMs: number[] = []
  const all = [claimsMs, pingsMs, endsMs, sweepsMs, renewalsMs, releasesMs, plansMs, looksMs, asksMs]
  const sweep = makeTextSweep(deps.db)
  let afterTenantId = 0
  let claimed = 0
  const sleepless = { ...deps, config: { ...deps.config, SMS_QUIET_HOURS: 'off' } }
  for (let round = -warmUps; round < claims; round++) {
    if (round === 0) for (const figures of all) figures.length = 0
    const turn = {
      medium: 'sms' as const,
      room: lanes.sms.atOnce,
      share: lanes.sms.atOncePerTenant,
      held: new Map<number, number>(),
      afterTenantId,
    }
    const claim = await timed(claimsMs, () => claimDeliveries(sleepless, turn))
    afterTenantId = claim.lastTenantId
    claimed += claim.claimed.length
    const ids = claim.claimed.map(({ id }) => id)
    await timed(renewalsMs, () => renewClaims(deps.db, ids))
    // As if the provider had taken them, so that what was claimed is out of the way as it is in earnest.
    await rowsOf(world, `update deliveries set state = 'delivered' where id = any($1)`, [ids])
    await timed(endsMs, () => endTexts(deps.db, [claim.claimed[0]?.textId ?? 0]))
    await timed(pingsMs, () => readPresent(deps.db.reader))
    if (round % 5 === 0) {
      await timed(sweepsMs, sweep)
      await timed(releasesMs, () => releaseDeliveries(deps.db, []))
      await timed(plansMs, () => planDueTexts(deps))
      await timed(looksMs, () => resolveLost(deps))
      await timed(asksMs, () => askForReports(deps))
    }
  }
  printTable(title, [
    figure('what time it is, for comparison', pingsMs),
    figure(`claim of ${(claimed / (claims + warmUps)).toFixed(1)}`, claimsMs),
    figure('renewal of 20 claims', renewalsMs),
    figure('end of a text looked for', endsMs),
    figure('release, nothing due', releasesMs),
    figure('planning, nothing due', plansMs),
    figure('lost ones, none', looksMs),
    figure('reports, none due', asksMs),
    figure('sweep of texts, every 30 s', sweepsMs),
  ])
}

async function timed<Result>(figures: number[], work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  figures.push(performance.now() - startedAt)
  return result
}

function figure(what: string, figures: readonly number[]): Row {
  return [
    what,
    `${median(figures).toFixed(2)} ms, p95 ${percentile(figures, 95).toFixed(2)} ms, quickest tenth below ${percentile(figures, 10).toFixed(2)} ms`,
  ]
}
