import { setImmediate as breathe } from 'node:timers/promises'
import type { Config } from '../../platform/config.ts'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { type Category, requireCategory } from '../categories/index.ts'
import { readQuietHours } from '../delivery/index.ts'
import { type NamedText, readPlayers, readScheduledTexts } from './queries.ts'
import { type Player, Stage, type Visit } from './stage.ts'

export interface RehearsalDeps {
  reader: Reader
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_QUIET_HOURS'>
}

/** What a text would come to. */
export interface TextFigures {
  recipients: number
  tokens: number
  /** Messages by the name of the way in which they end. */
  counts: Map<string, number>
}

/** A tenant's next texts, ready to be played. */
export interface Setting {
  present: Date
  texts: NamedText[]
  stage: Stage
}

/** Reads what of a tenant, or of some of its categories, comes within so many hours, with what each message costs now. */
export async function setStage(
  { reader, config }: RehearsalDeps,
  tenantId: number,
  hours: number,
  categoryIds?: readonly number[],
): Promise<Setting> {
  const { present, texts: all } = await readScheduledTexts(reader, tenantId, hours)
  const texts = categoryIds ? all.filter(({ categoryId }) => categoryIds.includes(categoryId)) : all
  const categories = new Map<number, Category>()
  for (const categoryId of new Set(texts.map((text) => text.categoryId))) {
    const category = await requireCategory(reader, tenantId, categoryId).catch(nullIfGone)
    if (category) categories.set(categoryId, category)
  }
  const rules = {
    present,
    quietHours: readQuietHours(config.SMS_QUIET_HOURS),
    smsCountries: config.SMS_COUNTRIES,
  }
  return { present, texts, stage: new Stage(texts, categories, rules) }
}

/**
 * Plays what a tenant has scheduled within so many hours for all of its subscribers, as of now: nothing is sent, charged
 * or locked. Subscribers are read and played by portions, so that memory does not grow with them and other requests are
 * served in between; `also` hears of every message, and `portionDone` of each portion.
 */
export async function rehearseTexts(
  deps: RehearsalDeps,
  tenantId: number,
  hours: number,
  { also, portionDone }: { also?: Visit; portionDone?: (players: readonly Player[]) => Promise<void> } = {},
): Promise<{ present: Date; texts: NamedText[]; figures: Map<number, TextFigures> }> {
  const { present, texts, stage } = await setStage(deps, tenantId, hours)
  const figures = new Map(texts.map(({ id }) => [id, { ...emptyFigures(), lastId: 0 }]))
  const visit: Visit = (text, player, ending) => {
    const of = figures.get(text.id)
    if (!of) return
    if (of.lastId !== player.consumerId) {
      of.lastId = player.consumerId
      of.recipients += 1
    }
    of.tokens += ending.tokens
    of.counts.set(ending.name, (of.counts.get(ending.name) ?? 0) + 1)
    also?.(text, player, ending)
  }
  if (texts.length === 0) return { present, texts, figures }
  for await (const players of readPlayers(deps.reader, tenantId)) {
    let played = 0
    for (const player of players) {
      const { workedOut } = stage
      stage.play(player, visit)
      played += 1
      // The first of their kind take longer than all who are like them.
      if (played % playedAtOnce === 0 || stage.workedOut > workedOut) await breathe()
    }
    await portionDone?.(players)
  }
  return { present, texts, figures }
}

/** A category that is deleted at this moment has nothing to be sent. */
function nullIfGone(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

/** Consumers after whom others have their turn: some milliseconds, also where each receives hundreds of texts. */
const playedAtOnce = 25

const emptyFigures = (): TextFigures => ({ recipients: 0, tokens: 0, counts: new Map() })
