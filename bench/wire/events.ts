import type { RecordedCall } from '../../sandbox/test/recorder.ts'
import type { Description, Provider } from './description.ts'
import { type JudgedCall, sorted } from './judgment.ts'
import { namedAlone } from './unnamed-fields.ts'

/** What the described schema of an event's object is called, by what the event calls it. */
const schemaOf: Readonly<Record<string, string>> = {
  payment_intent: 'PaymentIntent',
  setup_intent: 'SetupIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  customer: 'Customer',
  capture: 'payments.capture-2',
  'checkout-order': 'orders.order',
  payment_token: 'vault.payment_token_response',
}

interface Event {
  data?: { object: { object: string } }
  resource_type?: string
  resource?: unknown
}

/** Holds what an event tells of against the description of such an object; disputes of PayPal have none. */
export function judgeEvent(
  provider: Provider,
  { schemas, check }: Description,
  call: RecordedCall,
): JudgedCall {
  const event = JSON.parse(call.answer?.body ?? '{}') as Event
  const kind = event.data?.object.object ?? event.resource_type ?? 'nothing'
  const usual = provider === 'stripe' ? kind.charAt(0).toUpperCase() + kind.slice(1) : `payments.${kind}`
  const name = schemaOf[kind] ?? usual
  const subject = event.data?.object ?? event.resource
  const schema = { $ref: `#/components/schemas/${name}` }
  const isDescribed = name in schemas
  const wrong = isDescribed ? namedAlone(schemas, schema, check(schema))(subject) : []
  const answer = { ...sorted(provider, wrong), isUndescribed: !isDescribed }
  return {
    provider,
    operation: `EVENT ${kind}`,
    call,
    request: { wrong: [], beyond: [], isUndescribed: !isDescribed },
    answer,
  }
}
