import fc from 'fast-check'
import { automaticPoints, refundPoints, takingPoints } from '../crash-points.ts'
import { acts, type Wish } from './acts.ts'
import { readHere, readThere } from './books.ts'
import { checkAlways, checkInTheEnd } from './checks.ts'
import type { Trouble } from './mishaps.ts'
import { closeScene, type Host, openScene, type Scene } from './scene.ts'
import { bringToAnEnd } from './worker.ts'

const crashPoints = [...new Set([...automaticPoints, ...takingPoints, ...refundPoints])]

const call = fc.nat(2)
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'none' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), point: fc.constantFrom(...crashPoints) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'unheard', 'away'), call }) },
)

/** How often each act is drawn, beside the others. */
const weights: Record<keyof typeof acts, number> = {
  buy: 8,
  pressAgain: 3,
  approve: 4,
  answerBank: 2,
  cancel: 1,
  read: 7,
  edit: 2,
  keepDefault: 2,
  turnOn: 4,
  turnOff: 1,
  refund: 5,
  refundThere: 2,
  dispute: 2,
  decide: 2,
  hear: 5,
  restart: 6,
}

const act = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as keyof typeof acts),
  })),
)

const wish: fc.Arbitrary<Wish> = fc.record({
  act,
  way: fc.constantFrom('card', 'default', 'wallet'),
  which: fc.nat(30),
  part: fc.integer({ min: 1, max: 100 }),
  trouble,
  crowd: fc.constantFrom('alone', 'alone', 'twice', 'worker'),
})

/** Thrown with the broken promises of a run, one a line. */
class Broken extends Error {}

/** What was tried, for telling that nothing was left out. */
export type Seen = Map<string, number>

async function playOnce(host: Host, admin: Scene['admin'], wishes: readonly Wish[], seen: Seen) {
  const scene = await openScene(host, admin)
  try {
    for (const [index, one] of wishes.entries()) {
      await acts[one.act](scene, one)
      const [here, there] = await Promise.all([readHere(scene), readThere(scene)])
      const broken = checkAlways(scene, here, there)
      if (broken.length > 0) throw new Broken([`after step ${index} (${one.act}):`, ...broken].join('\n'))
    }
    await bringToAnEnd(scene)
    const here = await readHere(scene)
    const broken = await checkInTheEnd(scene, here, await readThere(scene))
    if (broken.length > 0) throw new Broken(['in the end:', ...broken].join('\n'))
    for (const { provider, state, isAutoPurchase } of here.purchases)
      count(seen, `${isAutoPurchase ? 'automatic ' : ''}${provider} ${state}`)
    for (const { kind } of here.entries) count(seen, kind)
  } finally {
    await closeScene(scene)
  }
}

function count(seen: Seen, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

export interface Play {
  runs: number
  stepsMax: number
  seed?: number
  /** Ends the play before its runs are done. */
  milliseconds?: number
}

/**
 * Plays random steps of a consumer, an admin, the providers and dying servers, and holds both books against what people
 * did. @throws Error with the seed and the shortest run found that breaks a promise; answers what came up.
 */
export async function playMoney(
  host: Host,
  admin: Scene['admin'],
  { runs, stepsMax, seed, milliseconds }: Play,
): Promise<{ seen: Seen; runs: number; steps: number }> {
  const seen: Seen = new Map()
  let played = 0
  let steps = 0
  const wishes = fc.array(wish, { minLength: 4, maxLength: stepsMax, size: 'max' })
  await fc.assert(
    fc.asyncProperty(wishes, async (drawn) => {
      played += 1
      steps += drawn.length
      await playOnce(host, admin, drawn, seen)
    }),
    {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
      ...(milliseconds === undefined ? {} : { interruptAfterTimeLimit: milliseconds }),
    },
  )
  return { seen, runs: played, steps }
}
