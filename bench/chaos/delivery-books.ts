import { rowsOf, type World } from './world.ts'

/** A delivery as our database has it, with what its tokens did. */
export interface DeliveryFate {
  id: number
  medium: 'sms' | 'email'
  recipient: string
  state: string
  tokens: number
  /** Entries that took tokens for it, and that gave them back. */
  debits: number
  returns: number
}

/** How often the provider took the text for each recipient. */
export type Arrivals = ReadonlyMap<string, number>

export function readFates(world: World, textId: number): Promise<DeliveryFate[]> {
  return rowsOf<DeliveryFate>(
    world,
    `select d.id::int, d.medium, d.recipient, d.state, d.tokens,
       (select count(*)::int from ledger_entries
        where reference = 'delivery:' || d.text_id || ':' || d.consumer_id || ':' || d.medium) as debits,
       (select count(*)::int from ledger_entries
        where reference = 'delivery-return:' || d.text_id || ':' || d.consumer_id || ':' || d.medium) as returns
     from deliveries d where d.text_id = $1 order by d.id`,
    [textId],
  )
}

/** What left with this text: SMS as the provider took them, letters as they arrived. */
export async function readArrivals({ sandbox }: World, textContent: string): Promise<Arrivals> {
  const state = await fetch(`${sandbox.url}/sandbox/control/state`)
  const { data } = (await state.json()) as { data: { twilio: { messages: { to: string; body: string }[] } } }
  const inbox = await fetch(`${sandbox.url}/sandbox/messages?channel=email&limit=100000`)
  const { data: letters } = (await inbox.json()) as { data: { to: string; text: string }[] }
  const counts = new Map<string, number>()
  const recipients = [
    ...data.twilio.messages.filter(({ body }) => body.includes(textContent)),
    ...letters.filter(({ text }) => text.includes(textContent)),
  ].map(({ to }) => to)
  for (const to of recipients) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

interface Round {
  fates: readonly DeliveryFate[]
  arrivals: Arrivals
  /** How many the faults may have left in doubt. */
  mostUnknown: number
  expected: number
}

/** What was promised and not kept, one sentence each. */
export function judgeRound({ fates, arrivals, mostUnknown, expected }: Round) {
  const unknown = fates.filter(({ state }) => state === 'unknown').length
  const owed = fates.filter(({ state }) => state === 'sent' || state === 'delivered')
  return {
    doubled: [...arrivals]
      .filter(([, times]) => times > 1)
      .map(([to, times]) => `${to} was sent it ${times} times`),
    missing: [
      ...(fates.length === expected ? [] : [`${fates.length} deliveries for ${expected} subscriptions`]),
      ...owed
        .filter(({ recipient }) => !arrivals.has(recipient))
        .map(({ recipient, state }) => `${recipient} is ${state} and got nothing`),
    ],
    excess: unknown > mostUnknown ? [`${unknown} are unknown, ${mostUnknown} can be`] : [],
    debits: fates.flatMap(wrongDebits),
  }
}

/** What was skipped was never taken or given back at once, what did not arrive was given back. */
function wrongDebits({ id, state, tokens, debits, returns }: DeliveryFate): string[] {
  const wasTaken = state !== 'skipped' || tokens > 0
  const isGivenBack = wasTaken && (state === 'undeliverable' || state === 'skipped')
  if (debits === Number(wasTaken) && returns === Number(isGivenBack)) return []
  return [`delivery ${id} (${state}) has ${debits} debits and ${returns} returns`]
}
