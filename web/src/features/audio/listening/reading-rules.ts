import type { ConsumerAudio } from '@almanac/contract/audio'
import type { ConsumerCategory } from '@almanac/contract/categories'
import { ZODIAC } from '../../../landing/astronomy.ts'

const NEW_FOR_MS = 7 * 86_400_000

/** What a row of the list says at its end: charged in this session, or new, and its price. */
export interface RowState {
  isCharged: boolean
  isNew: boolean
}

/** A reading is new for its first seven days, to whoever has never played it. */
export function rowState(
  audio: Pick<ConsumerAudio, 'id' | 'startDateTime' | 'isCharged' | 'isPlayed'>,
  chargedIds: readonly number[],
  now: Date,
): RowState {
  const isCharged = audio.isCharged || chargedIds.includes(audio.id)
  const ageMs = now.getTime() - new Date(audio.startDateTime).getTime()
  return { isCharged, isNew: !isCharged && !audio.isPlayed && ageMs < NEW_FOR_MS }
}

/** What a reading of the category costs, in tokens; null where it offers none. */
export function readingPriceTokens(category: Pick<ConsumerCategory, 'deliveryMediums'>): number | null {
  return category.deliveryMediums.find((medium) => medium.name === 'audio')?.numberOfTokens ?? null
}

/** What comes before a reading that is not charged plays. */
export type PlayStep = 'play-free' | 'buy-tokens' | 'confirm'

/** Free ones just play; the rest is confirmed first, where the balance allows it. */
export function playStep({ priceTokens }: { priceTokens: number }, balance: number): PlayStep {
  if (priceTokens === 0) return 'play-free'
  return balance < priceTokens ? 'buy-tokens' : 'confirm'
}

/** Signs in their order round the zodiac, other categories after them in the tenant's own. */
function zodiacPlace({ name, sortOrder }: Pick<ConsumerCategory, 'name' | 'sortOrder'>): number {
  const place = ZODIAC.findIndex((sign) => sign.slug === name.trim().toLowerCase())
  return place < 0 ? ZODIAC.length + sortOrder : place
}

/** One's own category first, then on round from there. */
export function ownSignFirst<Category extends Pick<ConsumerCategory, 'id' | 'name' | 'sortOrder'>>(
  categories: readonly Category[],
  ownId: number | null,
): Category[] {
  const round = [...categories].sort((one, other) => zodiacPlace(one) - zodiacPlace(other))
  const own = round.findIndex((category) => category.id === ownId)
  return own < 0 ? round : [...round.slice(own), ...round.slice(0, own)]
}

/** A list's `m:ss` or `h:mm:ss` in seconds; 0 of what is neither. */
export function secondsOfDuration(duration: string): number {
  if (!/^\d+(:\d{2}){1,2}$/.test(duration)) return 0
  return duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
