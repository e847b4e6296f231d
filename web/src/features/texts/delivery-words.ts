import type { DeliveryFate, DeliveryList, TextReport } from '@almanac/contract/delivery'
import { formatCount, formatDateTime } from '../../ui/format.ts'

/** A figure of a report, and the list of what it counts. */
export interface Figure {
  list: DeliveryList
  label: string
  count: number
  /** What the word means for the consumer and the token. */
  meaning: string
}

/** Why some messages met their fate, and how many. */
export interface FigureReason {
  fate: DeliveryFate
  label: string
  reason: string
  words: string
  count: number
}

/** In the order an operator asks: what arrived, what did not, what nobody knows. */
const FATES: readonly { fate: DeliveryFate; label: string; meaning: string; isPassing?: true }[] = [
  { fate: 'waiting', label: 'Waiting', meaning: 'Not sent yet', isPassing: true },
  { fate: 'held', label: 'Held', meaning: 'Quiet hours', isPassing: true },
  { fate: 'delivered', label: 'Delivered', meaning: 'Reported by the carrier' },
  { fate: 'sent', label: 'Sent', meaning: 'Accepted by the provider' },
  { fate: 'failed', label: 'Failed', meaning: 'Tokens returned' },
  { fate: 'skipped', label: 'Skipped', meaning: 'Not charged' },
  { fate: 'unknown', label: 'Unknown', meaning: 'Tokens kept' },
]

/** Fates whose reasons say more than they do. */
const EXPLAINED: readonly DeliveryFate[] = ['failed', 'skipped', 'unknown']

/** How far a text has come; what is only on its way is named while there is some of it. */
export function reportFigures(report: TextReport, timeZone: string): Figure[] {
  return FATES.flatMap(({ fate, label, meaning, isPassing }) => {
    const count = report.fates.find((one) => one.fate === fate)?.count ?? 0
    if (count === 0 && isPassing) return []
    return { list: fate, label, count, meaning: fate === 'held' ? heldWords(report, timeZone) : meaning }
  })
}

function heldWords({ heldUntil }: TextReport, timeZone: string): string {
  return heldUntil ? `Quiet hours, until ${formatDateTime(heldUntil.lastDateTime, timeZone)}` : 'Quiet hours'
}

/** Why messages failed, were skipped or are unknown. */
export function reportReasons(report: TextReport): FigureReason[] {
  return EXPLAINED.flatMap((fate) => {
    const label = FATES.find((one) => one.fate === fate)?.label ?? fate
    const reasons = report.fates.find((one) => one.fate === fate)?.reasons ?? []
    return reasons.map((reason) => ({ ...reason, fate, label }))
  })
}

/** `1,100 subscribers`. */
export function countWords(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`
}

export const mediumWords = { sms: 'SMS', email: 'Email' } as const
