import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What changed in the background; the screen asks again for what it shows of it. */
export const changeTopic = z.enum([
  'balance',
  'audio',
  'texts',
  'subscriptions',
  'packages',
  'tickets',
  'profile',
  'reports',
  'customers',
])
export type ChangeTopic = z.output<typeof changeTopic>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  summary: 'Server-sent events: `change` with a topic, for the signed-in user',
  actor: 'signed-in',
  response: 'bytes',
  content: { mediaTypes: ['text/event-stream'] },
  errors: [],
})
