import type { Faults } from '../faults/faults.ts'
import type { SandboxOptions } from '../options.ts'
import type { Books } from '../state/books.ts'
import type { Inbox } from '../state/inbox.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'

/** What every part of the Twilio stand-in works with. */
export type TwilioWorld = {
  books: Books
  inbox: Inbox
  faults: Faults
  deliveries: Deliveries
  options: SandboxOptions
  settings: TwilioSettings
  timers: Set<NodeJS.Timeout>
}

export type TwilioSettings = {
  /** How a message to an unsubscribed number fails: 21610 at once, or accepted and reported by callback. */
  optOutBy: 'response' | 'callback'
  /** Advanced Opt-Out, an addition of the account's: replies then name their keyword in `OptOutType`. */
  hasAdvancedOptOut: boolean
  /** Takes only addresses of status callbacks that Twilio could reach, as it does; off since a sandbox calls back here. */
  refusesInnerCallbacks: boolean
}

/** How an untouched account behaves. */
export const usualTwilio: TwilioSettings = {
  optOutBy: 'response',
  hasAdvancedOptOut: false,
  refusesInnerCallbacks: false,
}

/** Runs `work` later, unless the sandbox closes or is reset before. */
export function later(world: TwilioWorld, waitMs: number, work: () => void): void {
  const timer = setTimeout(() => {
    world.timers.delete(timer)
    work()
  }, waitMs)
  world.timers.add(timer)
}
