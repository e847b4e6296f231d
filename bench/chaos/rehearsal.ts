import { playRehearsals } from '../../server/test/rehearsal/play.ts'
import type { Suite } from './suite.ts'

const worldsMax = 200
/** So many worlds share a seed, which one that fails names. */
const worldsAtATime = 10

/** Random tenants, rehearsed and then sent by the real planner and lanes: see `server/test/rehearsal`. */
export const breakRehearsals: Suite = async (world, deadline) => {
  const seen = new Map<string, number>()
  const violations: string[] = []
  let worlds = 0
  do {
    const seed = world.random.between(1, 2 ** 30)
    try {
      for (const [what, count] of await playRehearsals(world, { runs: worldsAtATime, seed }))
        seen.set(what, (seen.get(what) ?? 0) + count)
    } catch (error) {
      violations.push(describeError(error))
    }
    worlds += worldsAtATime
  } while (worlds < worldsMax && !deadline.isPast(95))
  const counts = [...seen].map(([what, count]) => `${count} ${what}`).toSorted()
  return [
    {
      what: 'what is rehearsed is what happens, message by message, wherever nothing was named',
      runs: `${worlds} worlds`,
      violations,
      worstSettleMs: null,
    },
    { what: counts.join(', '), runs: '', violations: [], worstSettleMs: null },
  ]
}

/** What differs, the seed, and the smallest world found in which it does. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return `${error.message}${cause}`.replaceAll('\n', ' ')
}
