import { REHEARSED_DAYS, type Rehearsal, type RehearsedText } from '@almanac/contract/rehearsal'
import { wordsOf } from '../delivery/index.ts'
import type { NamedText } from './queries.ts'
import { type RehearsalDeps, rehearseTexts, type TextFigures } from './rehearse-texts.ts'

const hours = REHEARSED_DAYS * 24
/** As many as a list that is not paged has. */
const listedMax = 1_000

/** Rehearsals under way: whoever asks while one is made for their tenant is given the same. */
const underWay = new Map<number, Promise<Rehearsal>>()

/** What a tenant's texts of the next 30 days would come to as of now, each in figures. */
export function readRehearsal(deps: RehearsalDeps, tenantId: number): Promise<Rehearsal> {
  const made = underWay.get(tenantId)
  if (made) return made
  const making = rehearse(deps, tenantId).finally(() => underWay.delete(tenantId))
  underWay.set(tenantId, making)
  return making
}

/** Where the report speaks of what was, in words for what is to come. */
const aheadWords: Readonly<Record<string, string>> = {
  'insufficient-tokens': 'The balance does not cover it by then.',
  'medium-disabled': 'This sign is not offered by that medium.',
}

async function rehearse(deps: RehearsalDeps, tenantId: number): Promise<Rehearsal> {
  const { present, texts, figures } = await rehearseTexts(deps, tenantId, hours)
  return {
    rehearsedDateTime: present.toISOString(),
    untilDateTime: new Date(present.getTime() + hours * 3_600_000).toISOString(),
    texts: texts.slice(0, listedMax).map((text) => toWire(text, figures.get(text.id))),
    totalTexts: texts.length,
  }
}

function toWire(text: NamedText, figures: TextFigures | undefined): RehearsedText {
  const counts = [...(figures?.counts ?? [])].map(([name, count]) => {
    const [medium, outcome, reason] = name.split(':')
    return { medium, outcome, reason, count }
  })
  const sum = (which: (one: (typeof counts)[number]) => boolean) =>
    counts.filter(which).reduce((total, { count }) => total + count, 0)
  const isLacking = (reason: string | undefined) => reason === 'insufficient-tokens'
  const reasons = Map.groupBy(
    counts.filter(({ outcome }) => outcome === 'skipped'),
    ({ reason = '' }) => reason,
  )
  return {
    id: text.id,
    messageName: text.messageName,
    consumerCategoryId: text.categoryId,
    categoryName: text.categoryName,
    disburseDateTime: text.disburseAt.toISOString(),
    recipients: figures?.recipients ?? 0,
    sms: sum(({ medium, outcome }) => medium === 'sms' && outcome !== 'skipped'),
    email: sum(({ medium, outcome }) => medium === 'email' && outcome !== 'skipped'),
    held: sum(({ outcome }) => outcome === 'held'),
    skipped: sum(({ reason }) => isLacking(reason)),
    refused: sum(({ outcome, reason }) => outcome === 'skipped' && !isLacking(reason)),
    tokens: figures?.tokens ?? 0,
    reasons: [...reasons]
      .map(([reason, all]) => ({
        reason,
        words: aheadWords[reason] ?? wordsOf('skipped', reason),
        count: all.reduce((total, { count }) => total + count, 0),
      }))
      .toSorted((one, other) => other.count - one.count),
  }
}
