import type { Reader } from '../../platform/database.ts'
import { noteEvent, refuseWhenFull } from '../../platform/rate-limit.ts'

/** Far above what a person with several cards needs, far below what trying stolen numbers takes. */
const declinesPerConsumer = { max: 20, windowSeconds: 3_600 }

const keyOf = (consumerId: number) => `card-declines:${consumerId}`

/** Counts a card that was refused, for a purchase or to be saved. */
export async function noteDecline(reader: Reader, consumerId: number): Promise<void> {
  await noteEvent(reader, keyOf(consumerId), declinesPerConsumer)
}

/** Stands before a card is tried. @throws DomainError `rate_limited` after the hour's declines. */
export async function refuseAfterDeclines(reader: Reader, consumerId: number): Promise<void> {
  await refuseWhenFull(reader, keyOf(consumerId), declinesPerConsumer.max)
}
