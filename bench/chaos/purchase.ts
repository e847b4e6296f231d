import { compareBooks, compareClicks, readBooks } from './books.ts'
import type { Finding } from './findings.ts'
import { crashWhileFollowing } from './follow-points.ts'
import { type KillTally, killWhileBuying } from './purchase-kills.ts'
import { crashAtPoint, crashPoints, kindsAt, type PointTally } from './purchase-points.ts'
import type { PaymentKind } from './shopper.ts'
import type { Suite } from './suite.ts'

/** The server dies between any two steps of a purchase; started again, what was captured is credited, once. */
export const breakPurchases: Suite = async (world, deadline) => {
  const tenant = await world.make.tenant()
  const scene = { tenant, packageId: await world.make.tokenPackage(tenant) }
  const crashed: PointTally[] = []
  // A round for each time: what nobody retries for 100 seconds is given up, rightly.
  for (let done = 0; done < world.times || !deadline.isPast(20); done += 1) {
    for (const point of crashPoints) crashed.push(...(await crashAtPoint(world, scene, point)))
  }
  const followed = await crashWhileFollowing(world, scene)
  const killed: KillTally[] = []
  do killed.push(await killWhileBuying(world, scene, deadline))
  while (!deadline.isPast(80))

  const books = await readBooks(world)
  const clicks = [...crashed, ...killed].flatMap((tally) => tally.clicks)
  const captures = books.purchases.flatMap((purchase) => purchase.captures).length
  return [
    ...crashPoints.flatMap((point) => kindsAt(point).map((kind) => describePoint(point, kind, crashed))),
    ...followed,
    {
      what: 'random SIGKILLs while 8 clients buy and retry',
      runs: `${sum(killed.map(({ kills }) => kills))} kills, ${killed.flatMap((tally) => tally.clicks).length} purchases`,
      violations: killed.flatMap(({ violations }) => violations),
      worstSettleMs: Math.max(...killed.map(({ settledMs }) => settledMs)),
    },
    {
      what: 'in the end: captures and credits answer each other, and what clients were told',
      runs: `${captures} captures, ${clicks.length} clicks`,
      violations: [...compareBooks(books), ...compareClicks(clicks, books)],
      worstSettleMs: null,
    },
  ]
}

function describePoint(point: string, kind: PaymentKind, crashed: readonly PointTally[]): Finding {
  const own = crashed.filter((tally) => tally.point === point && tally.kind === kind)
  return {
    what: `SIGKILL at ${point}, ${kind}`,
    runs: `${sum(own.map(({ clicks }) => clicks.length))} crashes`,
    violations: own.flatMap(({ violations }) => violations),
    worstSettleMs: Math.max(...own.map(({ settledMs }) => settledMs)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
