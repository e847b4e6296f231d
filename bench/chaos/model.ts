import { sql } from 'kysely'
import { playMoney } from '../../server/test/money/play.ts'
import type { Host } from '../../server/test/money/scene.ts'
import type { Suite } from './suite.ts'
import type { World } from './world.ts'

const runsMax = 2_000
const stepsMax = 60
/** So many runs share a seed, which a run that fails names. */
const runsAtATime = 10

/** Random steps of people, providers and dying servers, held against what these people did: see `server/test/money`. */
export const breakModel: Suite = async (world, deadline) => {
  const { id: userId } = await world.make.admin()
  const seen = new Map<string, number>()
  const violations: string[] = []
  let runs = 0
  let steps = 0
  do {
    const seed = world.random.between(1, 2 ** 30)
    try {
      const options = { runs: runsAtATime, stepsMax, seed }
      const played = await playMoney(hostOf(world), { userId, role: 'admin' }, options)
      for (const [what, count] of played.seen) seen.set(what, (seen.get(what) ?? 0) + count)
      runs += played.runs
      steps += played.steps
    } catch (error) {
      violations.push(describeError(error))
      runs += runsAtATime
    }
  } while (runs < runsMax && !deadline.isPast(95))
  const counts = [...seen].map(([what, count]) => `${count} ${what}`).toSorted()
  return [
    {
      what: `what people did is what both books say, after each of up to ${stepsMax} steps and in the end`,
      runs: `${runs} runs, ${steps} steps`,
      violations,
      worstSettleMs: null,
    },
    { what: counts.join(', '), runs: '', violations: [], worstSettleMs: null },
  ]
}

function hostOf({ deps, make, sandbox }: World): Host {
  return {
    deps,
    make,
    sandbox,
    async query<Row>(statement: string) {
      const { rows } = await sql<Row>`${sql.raw(statement)}`.execute(deps.db.reader)
      return rows
    },
  }
}

/** What was broken, the seed, and the fewest steps found that break it. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return `${error.message}${cause}`.replaceAll('\n', ' ')
}
