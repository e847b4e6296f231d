import type { Reader } from '../../platform/database.ts'
import { giveBack, type Reservation, refuseWhenFull, reserveEvent } from '../../platform/rate-limit.ts'

/** Far above what a person with several cards needs, far below what trying stolen numbers takes. */
const declinesPerConsumer = { max: 20, windowSeconds: 3_600 }

const keyOf = (consumerId: number) => `card-declines:${consumerId}`

/** Stands before a card is taken up. @throws DomainError `rate_limited` after the hour's declines. */
export async function refuseAfterDeclines(reader: Reader, consumerId: number): Promise<void> {
  await refuseWhenFull(reader, keyOf(consumerId), declinesPerConsumer.max)
}

/**
 * Has a card tried at the provider, for a purchase or to be saved: counted as a decline before, so that of many at
 * once no more reach the provider than may be declined, and uncounted where it was none. What a crash leaves counted
 * ends with the hour.
 * @throws DomainError `rate_limited` after the hour's declines; nothing was tried then.
 */
export async function tryCard<Result>(
  reader: Reader,
  consumerId: number,
  tried: () => Promise<{ result: Result; isDecline: boolean }>,
): Promise<Result> {
  const reservation: Reservation = await reserveEvent(reader, keyOf(consumerId), declinesPerConsumer)
  let isDecline = false
  try {
    const outcome = await tried()
    isDecline = outcome.isDecline
    return outcome.result
  } finally {
    if (!isDecline) await giveBack(reader, reservation)
  }
}
