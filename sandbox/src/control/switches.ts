import type { World } from '../context.ts'
import { type Fault, faultKinds, faultProviders } from '../faults/faults.ts'
import { type WebhookModes, webhookProviders } from '../webhooks/mode.ts'
import { BadControl, readBody } from './input.ts'

/** Switches a fault on. @throws BadControl */
export function addFault(world: World, body: unknown): Fault {
  const input = readBody(body)
  input.only('provider', 'kind', 'times', 'method', 'path', 'latencyMs', 'code')
  const provider = input.oneOf('provider', faultProviders)
  const kind = input.oneOf('kind', faultKinds)
  if (!provider || !kind) throw new BadControl("'provider' and 'kind' are needed.")
  const optional = {
    times: input.whole('times', 1),
    method: input.oneOf('method', ['GET', 'POST', 'DELETE', '*']),
    path: input.text('path'),
    latencyMs: input.whole('latencyMs'),
    code: input.text('code'),
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return world.faults.add({ provider, kind, ...given })
}

/** Sets how the callbacks of one provider, or of all, travel. @throws BadControl */
export function setWebhookMode(world: World, body: unknown): WebhookModes {
  const input = readBody(body)
  input.only('provider', 'delayMs', 'repeat', 'shuffle', 'lose')
  const provider = input.oneOf('provider', webhookProviders)
  const mode = Object.fromEntries(
    Object.entries({
      delayMs: input.whole('delayMs'),
      repeat: input.whole('repeat', 1),
      shuffle: input.flag('shuffle'),
      lose: input.whole('lose', -1),
    }).filter(([, value]) => value !== undefined),
  )
  for (const one of provider ? [provider] : webhookProviders) world.deliveries.setMode(one, mode)
  return world.deliveries.modes
}
