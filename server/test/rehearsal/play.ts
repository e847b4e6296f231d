import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { releaseDeliveries } from '../../src/features/delivery/claim-deliveries.ts'
import { makeTextSweep } from '../../src/features/delivery/end-texts.ts'
import { planDueTexts } from '../../src/features/delivery/plan-due-texts.ts'
import { deliveryLanes, type SendDeps } from '../../src/features/delivery/send-deliveries.ts'
import { rehearseTexts } from '../../src/features/rehearsal/rehearse-texts.ts'
import { drainLane } from '../../src/platform/lanes.ts'
import { setPresent } from '../present.ts'
import { at, bringAbout, openScene, type Scene, type Stageplace } from './scene.ts'
import { type DrawnChange, type DrawnWorld, world } from './worlds.ts'

/** What became of a message, or was expected to: how it ended, what was taken, and when it left. */
interface Row {
  textId: number
  consumerId: number
  medium: string
  /** `held`, `skipped:insufficient-tokens`. */
  end: string
  tokens: number
  sendAt: Date
}

/** What came up, for telling that nothing was left out. */
export type Seen = Map<string, number>

const keyOf = ({ textId, consumerId, medium }: Row) => `text ${textId}, consumer ${consumerId}, ${medium}`
const sayOf = (row: Row | undefined) =>
  row ? `${row.end}, ${row.tokens} tokens, at ${row.sendAt.toISOString()}` : 'nothing'

const rehearsedHours = 5 * 24

/** What the product expects, before anything happens. */
async function rehearse({ deps, tenant }: Scene): Promise<Row[]> {
  const rows: Row[] = []
  const { config, db } = deps
  await rehearseTexts({ reader: db.reader, config }, tenant.id, rehearsedHours, {
    also: ({ id: textId }, { consumerId }, { medium, outcome, reason, tokens, sendAt }) =>
      rows.push({
        textId,
        consumerId,
        medium,
        end: reason ? `${outcome}:${reason}` : outcome,
        tokens,
        sendAt,
      }),
  })
  return rows
}

/** What its planner and its lanes did. */
async function readHappened({ deps, tenant }: Scene): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select text_id, consumer_id, medium, send_after as send_at,
      case when state = 'skipped' then 0 else tokens end as tokens,
      case when state = 'skipped' then 'skipped:' || error when state <> 'sent' then state
        when held_seconds > 0 then 'held' else 'sent' end as end
    from deliveries where tenant_id = ${tenant.id}
  `.execute(deps.db.reader)
  return rows
}

/** Providers that take everything. */
function senderOf({ deps }: Scene): SendDeps {
  const accepted = async () => ({ kind: 'accepted' as const, providerId: randomUUID() })
  return {
    ...deps,
    mailer: { sendMail: accepted },
    sms: { sendSms: accepted, findSent: async () => [], findStatus: async () => null },
  }
}

/** All that the sender does at a moment. */
async function work(scene: Scene, by: SendDeps): Promise<void> {
  while ((await planDueTexts(by)) > 0);
  while ((await releaseDeliveries(by.db, [])) > 0);
  await Promise.all(deliveryLanes(by).map((lane) => drainLane(lane, by.log)))
  await makeTextSweep(scene.deps.db)()
}

/** When something is due next: a text, or what waits for the end of quiet hours. */
async function nextDue({ deps, tenant }: Scene, after: Date): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(due_at) as due_at from (
      select disburse_at as due_at from short_texts where tenant_id = ${tenant.id} and state = 'scheduled'
      union all select send_after from deliveries where tenant_id = ${tenant.id} and state = 'planned'
    ) due where due_at > ${after}
  `.execute(deps.db.reader)
  return rows[0]?.dueAt ?? null
}

/** From when on nothing is promised of a consumer any more. */
type Named = Map<number, Date>

/** Lets the days pass, with the real planner and lanes, and what nobody could know in between. */
async function letHappen(scene: Scene, changes: readonly DrawnChange[]): Promise<Named> {
  const by = senderOf(scene)
  const named: Named = new Map()
  const left = changes.toSorted((one, other) => one.atMinutes - other.atMinutes)
  let present: Date | null = scene.startsAt
  while (present) {
    await setPresent(scene.databaseUrl, present)
    while (left[0] && at(scene.startsAt, left[0].atMinutes) <= present) {
      const change = left.shift() as DrawnChange
      for (const consumerId of await bringAbout(scene, change)) {
        if (!named.has(consumerId)) named.set(consumerId, present)
      }
    }
    await work(scene, by)
    const due: Date | null = await nextDue(scene, present)
    const changesAt = left[0] ? at(scene.startsAt, left[0].atMinutes) : null
    present = due && changesAt ? new Date(Math.min(due.getTime(), changesAt.getTime())) : due
  }
  return named
}

/** Row by row: what differs though nothing was named, one a line. */
function differencesOf(
  rehearsed: readonly Row[],
  happened: readonly Row[],
  { named, seen }: { named: Named; seen: Seen },
) {
  const expected = new Map(rehearsed.map((row) => [keyOf(row), row]))
  const actual = new Map(happened.map((row) => [keyOf(row), row]))
  const broken: string[] = []
  for (const key of new Set([...expected.keys(), ...actual.keys()])) {
    const [before, after] = [expected.get(key), actual.get(key)]
    const { consumerId, sendAt } = (after ?? before) as Row
    const lastAt = Math.max(sendAt.getTime(), before?.sendAt.getTime() ?? 0)
    const namedAt = named.get(consumerId)
    const isExcused = namedAt !== undefined && lastAt >= namedAt.getTime()
    const isSame = sayOf(before) === sayOf(after)
    count(
      seen,
      isExcused ? (isSame ? 'named, and equal' : 'named, and other') : (before?.end ?? 'unforeseen'),
    )
    if (!isSame && !isExcused) broken.push(`${key}: rehearsed ${sayOf(before)}; happened ${sayOf(after)}`)
  }
  return broken
}

function count(seen: Seen, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

async function playOnce(place: Stageplace, drawn: DrawnWorld, seen: Seen): Promise<void> {
  const scene = await openScene(place, drawn)
  const rehearsed = await rehearse(scene)
  const named = await letHappen(scene, drawn.changes)
  const broken = differencesOf(rehearsed, await readHappened(scene), { named, seen })
  if (broken.length > 0) throw new Error(broken.join('\n'))
}

/**
 * Rehearses random worlds, lets the real planner and lanes do what is due while the clock moves through some days, and holds
 * both together message by message: way, tokens and time. @throws Error with the seed and the smallest world found that
 * differs where nothing was named.
 */
export async function playRehearsals(
  place: Stageplace,
  { runs, seed }: { runs: number; seed?: number },
): Promise<Seen> {
  const seen: Seen = new Map()
  await fc.assert(
    fc.asyncProperty(world, (drawn) => playOnce(place, drawn, seen)),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )
  return seen
}
