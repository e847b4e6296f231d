import type { DeliveryFate } from './delivery-books.ts'
import type { World } from './world.ts'

interface ProviderMessages {
  data: { twilio: { messages: { to: string; body: string; status: string }[] } }
}

/** How our states and the provider's last word go together. */
const ours: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  undelivered: 'undeliverable',
  failed: 'undeliverable',
  sent: 'sent',
}

/** What we hold of an SMS against what the provider knows of it: one sentence for each difference. */
export async function findUntruths(
  { sandbox }: World,
  textContent: string,
  fates: readonly DeliveryFate[],
): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as ProviderMessages
  const known = new Map(
    data.twilio.messages
      .filter(({ body }) => body.includes(textContent))
      .map(({ to, status }) => [to, status] as const),
  )
  return fates
    .filter(({ medium, recipient }) => medium === 'sms' && known.has(recipient))
    .flatMap(({ id, recipient, state }) => {
      const status = known.get(recipient) ?? ''
      return ours[status] === state ? [] : [`delivery ${id} is ${state}, the provider says ${status}`]
    })
}
