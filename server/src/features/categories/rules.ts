import type { AdminCategory, CategoryContent, MediumEntry, MediumName } from '@almanac/contract/categories'
import { DomainError } from '../../platform/errors.ts'
import type { RaisedCost, SentMedium } from './deps.ts'

/** A medium as an admin wants it; tokens of one message or reading. */
export interface WantedMedium {
  name: MediumName
  isDisable: boolean
  numberOfTokens: number
}

const mediumNames: readonly MediumName[] = ['audio', 'sms', 'email']
const sentMediums: readonly SentMedium[] = ['sms', 'email']

/** All three mediums: one that is left out is disabled, and what is disabled costs nothing. */
export function wantedMediums(entries: readonly MediumEntry[]): WantedMedium[] {
  return mediumNames.map((name) => {
    const entry = entries.find((one) => one.name === name)
    if (!entry || entry.isDisable) return { name, isDisable: true, numberOfTokens: 0 }
    return { name, isDisable: false, numberOfTokens: entry.numberOfTokens }
  })
}

/** What of a category an admin enters, its mediums as `wantedMediums` has them. */
export function contentOf({ name, sortOrder, deliveryMediums }: CategoryContent): CategoryContent {
  return { name, sortOrder, deliveryMediums: wantedMediums(deliveryMediums) }
}

type Mediums = AdminCategory['deliveryMediums']

/** @throws DomainError `invalid_input` where an entry's id is another medium's. */
export function refuseStrangeIds(entries: readonly MediumEntry[], mediums: Mediums): void {
  const isOwn = ({ id, name }: MediumEntry) =>
    id == null || mediums.some((medium) => medium.id === id && medium.name === name)
  if (entries.every(isOwn)) return
  const message = 'The ID of a delivery medium is not one of this category.'
  throw new DomainError('invalid_input', { message })
}

/** What changes for those who receive a category: mediums that end, and those that cost more. */
export function whatChanges(
  before: Mediums,
  wanted: readonly WantedMedium[],
): { ended: SentMedium[]; raised: RaisedCost[] } {
  const ended: SentMedium[] = []
  const raised: RaisedCost[] = []
  for (const medium of sentMediums) {
    const old = before.find(({ name }) => name === medium)
    const next = wanted.find(({ name }) => name === medium)
    if (!old || old.isDisable || !next) continue
    if (next.isDisable) ended.push(medium)
    else if (next.numberOfTokens > old.numberOfTokens)
      raised.push({ medium, fromTokens: old.numberOfTokens, toTokens: next.numberOfTokens })
  }
  return { ended, raised }
}
