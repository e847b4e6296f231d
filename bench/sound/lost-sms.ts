import { setTimeout as wait } from 'node:timers/promises'
import { addDueText, openCrowd } from '../chaos/crowd.ts'
import { serve } from '../chaos/serve.ts'
import { rowsOf, type World } from '../chaos/world.ts'
import { printTable, type Row } from '../table.ts'
import { withWorld } from './with-world.ts'

const lost = 3
const downMs = 60_000
const settleAtMostMs = 120_000
const enough = 1_000_000

/** Counts the look-ups of three lost SMS while the provider answers 500 for a minute, and times their settling after. */
export async function measureLostSms(): Promise<void> {
  const rows = await withWorld('lost_sms', async (world): Promise<Row[]> => {
    const worker = await serve(world, { SMS_QUIET_HOURS: 'off' })
    const textId = await loseSms(world)
    await world.sandbox.control('faults', {
      provider: 'twilio',
      kind: 'error_500_before',
      method: 'GET',
      path: 'Messages',
      times: enough,
    })
    await rowsOf(
      world,
      `update deliveries set claimed_at = now() - interval '10 minutes', next_look_at = null where text_id = $1`,
      [textId],
    )
    await wait(downMs)
    const lookUps = await strikesOf(world)
    await fetch(`${world.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
    const startedAt = performance.now()
    while ((await countSending(world, textId)) > 0 && performance.now() - startedAt < settleAtMostMs) {
      await wait(50)
    }
    const settledMs = performance.now() - startedAt
    const unsettled = await countSending(world, textId)
    await worker.stop()
    return [
      ['look-ups in the minute', `${lookUps}`],
      [
        'settled after the return',
        unsettled > 0 ? `${unsettled} not` : `${(settledMs / 1_000).toFixed(1)} s`,
      ],
    ]
  })
  printTable(`${lost} lost SMS, the provider answering 500 for ${downMs / 1_000} s`, rows)
}

/** SMS that the provider took, whose answers and reports were lost. */
async function loseSms(world: World): Promise<number> {
  await world.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
  await world.sandbox.control('faults', {
    provider: 'twilio',
    kind: 'reset_after_success',
    path: 'Messages',
    times: lost,
  })
  const crowd = await openCrowd(world, lost)
  await rowsOf(world, `delete from subscriptions where medium = 'email'`)
  const textId = await addDueText(world, crowd, 'Three lost ones.')
  while ((await countSending(world, textId)) < lost) await wait(50)
  await wait(1_000)
  return textId
}

async function countSending(world: World, textId: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `select count(*)::int as count from deliveries where text_id = $1 and state = 'sending'`,
    [textId],
  )
  return row?.count ?? 0
}

async function strikesOf({ sandbox }: World): Promise<number> {
  const response = await fetch(`${sandbox.url}/sandbox/control/faults`)
  const { data } = (await response.json()) as { data: { method: string; times: number }[] }
  return enough - (data.find(({ method }) => method === 'GET')?.times ?? enough)
}
