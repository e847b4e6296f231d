import fc from 'fast-check'
import { automaticPoints, refundPoints, takingPoints } from '../crash-points.ts'
import { acts } from './acts.ts'
import { type Here, readHere, readThere, type There } from './books.ts'
import { checkAlways, checkInTheEnd } from './checks.ts'
import { interruptions, type Trouble } from './mishaps.ts'
import { checkAutomaticCharges, type Moment, notePermissions } from './permissions.ts'
import { closeScene, type Host, openScene, type Scene } from './scene.ts'
import { beginnings, type Step } from './stories.ts'
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
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('between' as const),
      commit: call,
      act: fc.constantFrom(...interruptions),
    }),
  },
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
  resume: 1,
  deleteDefault: 1,
  changeOffer: 1,
  changeThreshold: 1,
  deletePackage: 1,
  stopAll: 1,
  allowAll: 1,
  fill: 1,
  sendSunburst: 3,
  returnSunburst: 2,
}

const act = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as keyof typeof acts),
  })),
)

const wish: fc.Arbitrary<Step> = fc.record({
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

async function momentOf(scene: Scene): Promise<Moment> {
  return { permissions: structuredClone(scene.permissions), here: await readHere(scene) }
}

type Check = (scene: Scene, here: Here, there: There) => string[] | Promise<string[]>

/** Compares both books with what people did, and with the moment before. @throws Broken */
async function look(scene: Scene, before: Moment, when: string, check: Check): Promise<Moment> {
  const [here, there] = await Promise.all([readHere(scene), readThere(scene)])
  noteOffers(scene, here)
  const broken = [...checkAutomaticCharges(before, here, there), ...(await check(scene, here, there))]
  if (broken.length > 0) throw new Broken([`${when}:`, ...broken].join('\n'))
  notePermissions(scene.permissions, here, there)
  return { permissions: structuredClone(scene.permissions), here }
}

/** A purchase is of what the package is when it is made. */
function noteOffers({ agreed, permissions }: Scene, { purchases }: Here): void {
  for (const { reference } of purchases) if (!agreed.has(reference)) agreed.set(reference, permissions.offer)
}

/**
 * Plays steps one after the other and compares after each, and in the end.
 * @throws Error with the promises that are broken, one a line.
 */
export async function playSteps(
  host: Host,
  admin: Scene['admin'],
  steps: readonly Step[],
  seen: Seen = new Map(),
): Promise<void> {
  const scene = await openScene(host, admin)
  try {
    let before = await momentOf(scene)
    // What was charged up to there was permitted before, and what is charged from there on must be now.
    scene.mishap.interrupt = async (act) => {
      before = await look(scene, before, 'meanwhile', () => [])
      scene.mishap.trouble = { kind: 'none' }
      await acts[act](scene, quietly)
      before = { ...before, permissions: structuredClone(scene.permissions) }
    }
    for (const [index, one] of steps.entries()) {
      await acts[one.act](scene, one)
      before = await look(scene, before, `after step ${index} (${one.act})`, checkAlways)
    }
    await bringToAnEnd(scene)
    const { here } = await look(scene, before, 'in the end', checkInTheEnd)
    for (const { provider, state, isAutoPurchase } of here.purchases)
      count(seen, `${isAutoPurchase ? 'automatic ' : ''}${provider} ${state}`)
    for (const { kind } of here.entries) count(seen, kind)
  } finally {
    await closeScene(scene)
  }
}

const quietly = { way: 'card', which: 1, part: 50, trouble: { kind: 'none' }, crowd: 'alone' } as const

function count(seen: Seen, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

export interface Play {
  runs: number
  stepsMax: number
  seed?: number
  /** Ends the play before its runs are done. */
  milliseconds?: number
  /** Starts each run with the first steps of a story, e.g. an open dispute. */
  isAmidStories?: boolean
}

/**
 * Plays random steps of a consumer, an admin, the providers and dying servers, and holds both books against what people
 * did. @throws Error with the seed and the shortest run found that breaks a promise; answers what came up.
 */
export async function playMoney(
  host: Host,
  admin: Scene['admin'],
  { runs, stepsMax, seed, milliseconds, isAmidStories = false }: Play,
): Promise<{ seen: Seen; runs: number; steps: number }> {
  const seen: Seen = new Map()
  let played = 0
  let steps = 0
  const wishes = fc
    .tuple(
      fc.constantFrom(...(isAmidStories ? beginnings : [[]])),
      fc.array(wish, { minLength: 4, maxLength: stepsMax, size: 'max' }),
    )
    .map(([beginning, drawn]) => [...beginning, ...drawn])
  await fc.assert(
    fc.asyncProperty(wishes, async (drawn) => {
      played += 1
      steps += drawn.length
      await playSteps(host, admin, drawn, seen)
    }),
    {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
      ...(milliseconds === undefined ? {} : { interruptAfterTimeLimit: milliseconds }),
    },
  )
  return { seen, runs: played, steps }
}
