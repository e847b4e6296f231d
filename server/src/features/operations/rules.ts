import type { Caller } from '@almanac/contract/operations'

/** For so long after something is over its event or report may still be on its way. */
export const untoldGraceSeconds = 900
/** One event may be lost, and a second with it; of three that nobody told of the way is broken. */
const untoldMax = 2

/**
 * Whether a provider is silent: of three payments or refunds (SMS, of the provider of these), each begun after its last call
 * and within 24 hours, and over for a quarter of an hour, it has told nothing. So neither a night without sales nor an event
 * that is late is taken for silence, and one call ends it.
 */
export function isSilent({ payments, refunds, messages }: Caller['untold']): boolean {
  return payments + refunds + messages > untoldMax
}
