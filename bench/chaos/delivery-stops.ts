import { setTimeout as wait } from 'node:timers/promises'
import { addDueText, type Crowd } from './crowd.ts'
import { ageClaims, conclude, type RoundTally, startWorker, waitUntil } from './delivery-round.ts'
import { rowsOf, type World } from './world.ts'

/**
 * Stops a worker while it sends, for so long as the other takes to give up what it holds and to send the rest, and then
 * lets it go on as if nothing had been.
 */
export async function stopAndGoOn(world: World, crowd: Crowd): Promise<RoundTally> {
  const { random, sandbox } = world
  const textContent = `Stopped ${random.between(0, 2 ** 30)}-${random.between(0, 2 ** 30)}`
  const slow = { kind: 'latency', times: crowd.size, latencyMs: random.between(100, 400) }
  await sandbox.control('faults', { ...slow, provider: 'twilio', path: 'Messages' })
  await sandbox.control('faults', { ...slow, provider: 'smtp' })
  const stopped = await startWorker(world)
  const textId = await addDueText(world, crowd, textContent)
  const countOf = async (state: string) =>
    (
      await rowsOf<{ count: number }>(
        world,
        'select count(*)::int as count from deliveries where text_id = $1 and state = $2',
        [textId, state],
      )
    )[0]?.count ?? 0
  await waitUntil(async () => (await countOf('sending')) > 0)
  await wait(random.between(0, 1_500))
  stopped.signal('SIGSTOP')
  await fetch(`${sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  // What it had sent by then arrives.
  await wait(500)
  await ageClaims(world, textId)
  const other = await startWorker(world)
  await waitUntil(async () => (await countOf('planned')) + (await countOf('sending')) === 0)
  stopped.signal('SIGCONT')
  await wait(3_000)
  return conclude(
    world,
    crowd,
    { textId, textContent, slots: [stopped, other] },
    { kills: 1, killsWhilePlanning: 0 },
  )
}
