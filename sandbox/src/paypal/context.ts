import type { Faults } from '../faults/faults.ts'
import type { SandboxOptions } from '../options.ts'
import type { Books } from '../state/books.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import type { Link } from './rows.ts'
import type { SigningKey } from './signing-key.ts'

/** What every part of the PayPal stand-in works with. */
export type PaypalWorld = {
  books: Books
  faults: Faults
  deliveries: Deliveries
  options: SandboxOptions
  /** The address of this process, without a slash at its end. */
  publicUrl: () => string
  signingKey: SigningKey
  /** Access tokens that a fault has ended before their time. */
  endedTokens: Set<string>
  settings: PaypalSettings
}

export type PaypalSettings = {
  /** How long an access token is taken, in seconds. */
  tokenSeconds: number
  /** How long an order can be approved and captured, in milliseconds. */
  orderLifeMs: number
  /** Whether the account has been approved for keeping wallets; many a new one has not. */
  keepsWallets: boolean
}

export const usualSettings: PaypalSettings = {
  tokenSeconds: 32_400,
  orderLifeMs: 3 * 3_600_000,
  keepsWallets: true,
}

/** One call: its body already checked against the endpoint's shape. */
export type PaypalCall<Body = unknown> = {
  world: PaypalWorld
  body: Body
  path: Record<string, string>
  query: Record<string, string | undefined>
  requestId: string | null
  /** The caller wants the whole object back, not just its state. */
  whole: boolean
}

/** Now as PayPal writes it: whole seconds, in UTC. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`
}

export function link(world: PaypalWorld, rel: string, path: string, method: Link['method'] = 'GET'): Link {
  return { href: world.publicUrl() + path, rel, method }
}

/** Leaves out what is null or undefined, as PayPal does. */
export function compact<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], null> } {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given) as { [Name in keyof Fields]?: Exclude<Fields[Name], null> }
}
