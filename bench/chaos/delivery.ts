import { openCrowd } from './crowd.ts'
import { killAtPoints, type PointRound } from './delivery-points.ts'
import { killWhileDelivering, type RoundTally } from './delivery-round.ts'
import { stopAndGoOn } from './delivery-stops.ts'
import type { Finding } from './findings.ts'
import type { Suite } from './suite.ts'

const subscribers = 1_000
/** At named points, whatever the time; those at random go on until it is over. */
const killsAtPoints = 100

/** Two workers plan and send to a crowd and are killed again and again: nobody is left out, nobody gets it twice. */
export const breakDeliveries: Suite = async (world, deadline) => {
  const crowd = await openCrowd(world, subscribers)
  const atPoints: PointRound[] = []
  const killed = () => atPoints.reduce((sum, { kills }) => sum + kills, 0)
  while (killed() < killsAtPoints) atPoints.push(await killAtPoints(world, crowd, killsAtPoints - killed()))
  const stops: RoundTally[] = [await stopAndGoOn(world, crowd), await stopAndGoOn(world, crowd)]
  const atRandom: RoundTally[] = []
  do atRandom.push(await killWhileDelivering(world, crowd))
  while (!deadline.isPast(75))
  const rounds = [...atPoints, ...stops, ...atRandom]

  const total = (choose: (round: RoundTally) => number) =>
    rounds.reduce((sum, round) => sum + choose(round), 0)
  const kills = total((round) => round.kills)
  const deliveries = total((round) => round.deliveries)
  const describe = (what: string, runs: string, choose: (round: RoundTally) => string[]): Finding => ({
    what,
    runs,
    violations: rounds.flatMap(choose),
    worstSettleMs: null,
  })
  const ending = (what: string, runs: string, of: readonly RoundTally[]): Finding => ({
    what,
    runs,
    violations: of.flatMap(({ unended }) => unended),
    worstSettleMs: Math.max(...of.map(({ settledMs }) => settledMs)),
  })
  return [
    ending('SIGKILL of two workers at each named point: everything ends', describePoints(atPoints), atPoints),
    ending(
      'a worker stopped past its lease, then continued: everything ends',
      `${stops.length} texts`,
      stops,
    ),
    ending(
      'random SIGKILLs of two workers, planning and sending: everything ends',
      `${atRandom.reduce((sum, round) => sum + round.kills, 0)} kills, ${atRandom.length} texts`,
      atRandom,
    ),
    describe('nothing reaches the provider twice', `${deliveries} deliveries`, ({ doubled }) => doubled),
    describe(
      'nobody is missing but those of unknown fate',
      `${deliveries} deliveries`,
      ({ missing }) => missing,
    ),
    describe(
      'of unknown fate: at most what a kill can catch',
      `${total((round) => round.unknown)} unknown of ${kills} kills`,
      ({ excess }) => excess,
    ),
    describe(
      'one debit for each delivered, none for each returned',
      `${deliveries} deliveries`,
      ({ debits }) => debits,
    ),
  ]
}

/** `100 kills: 9 plan.claimed, 12 send.claimed …`. */
function describePoints(rounds: readonly PointRound[]): string {
  const counts = new Map<string, number>()
  for (const { killsAt } of rounds) {
    for (const [point, kills] of killsAt) counts.set(point, (counts.get(point) ?? 0) + kills)
  }
  const all = [...counts.values()].reduce((sum, kills) => sum + kills, 0)
  const each = [...counts].sort().map(([point, kills]) => `${kills} ${point}`)
  return `${all} kills: ${each.join(', ')}; ${rounds.length} texts`
}
