import type { Config } from '../../platform/config.ts'
import type { Category } from '../categories/index.ts'
import { decide, holdOf, planDeliveries, type QuietHours } from '../delivery/index.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'
import { isMissed } from '../texts/index.ts'

type Medium = 'sms' | 'email'

/** A text that is still to be planned, for all of its subscribers or for those after some. */
export interface ScheduledText {
  id: number
  categoryId: number
  disburseAt: Date
  /** The last consumer who has their deliveries; 0 of a text that has not begun. */
  plannedUpTo: number
}

/** A consumer with all that decides what they are sent. */
export interface Player extends Recipient {
  consumerId: number
  timeZone: string
  /** In tokens. */
  balance: number
  /** What they receive: category, medium, and since when in milliseconds. */
  choices: readonly [categoryId: number, medium: Medium, since: number][]
}

export type Outcome = 'sent' | 'held' | 'skipped'

/** How a message of a text ends. */
export interface Ending {
  medium: Medium
  outcome: Outcome
  /** Why it is skipped, by the key that reports name it by. */
  reason: string | null
  /** What it costs where it is sent; 0 of one that can reach nobody. */
  costTokens: number
  /** What is taken for it. */
  tokens: number
  /** When it leaves, or would have. */
  sendAt: Date
  /** Names medium, outcome and reason: `sms:held`, `email:skipped:insufficient-tokens`. */
  name: string
}

/** A message as far as it doesn't depend on a balance. */
interface Part {
  costTokens: number
  covered: Ending
  /** Null where nothing is charged. */
  notCovered: Ending | null
}

/** Told how each message ends, in the order in which the sender would come to them. */
export type Visit = (text: ScheduledText, player: Player, ending: Ending) => void

/** Tokens that are added once a debit has left no more than a threshold; so often a day at most. */
export interface TopUp {
  thresholdTokens: number
  numberOfTokens: number
  perDay: number
  note: (at: Date) => void
}

export interface StageRules {
  present: Date
  quietHours: QuietHours | null
  smsCountries: Config['SMS_COUNTRIES']
}

/** Parts that are kept at most; those of a large tenant's common choices are far fewer. */
const keptMax = 200_000
const dayMs = 24 * 3_600_000

/** The name of a way in which messages end. */
export function nameOf({ medium, outcome, reason }: Pick<Ending, 'medium' | 'outcome' | 'reason'>): string {
  return reason === null ? `${medium}:${outcome}` : `${medium}:${outcome}:${reason}`
}

/**
 * Plays texts as the sender will send them, for one consumer after the other: what each is sent and whether quiet hours
 * hold it say the sender's own `planDeliveries` and `decide`, at the time of the text. Only the balance is counted here,
 * as `chargeDeliveries` takes it: text by text in the order of planning, a medium at a time. A balance is nobody else's,
 * so that consumers can be played in any portions.
 */
export class Stage {
  readonly #texts: readonly (ScheduledText & { position: number })[]
  readonly #ofCategory: Map<number, ScheduledText[]>
  readonly #categories: ReadonlyMap<number, Category>
  readonly #rules: StageRules
  readonly #known = new Map<string, Part[][]>()
  #kept = 0
  /** Texts that were worked out for people who are alike: what takes time. */
  workedOut = 0

  /** Texts in the order of their time; whatever is missed by now is not played. */
  constructor(texts: readonly ScheduledText[], categories: ReadonlyMap<number, Category>, rules: StageRules) {
    const inTime = texts.filter(({ disburseAt }) => !isMissed({ disburseAt, heldSeconds: 0 }, rules.present))
    this.#ofCategory = Map.groupBy(inTime, ({ categoryId }) => categoryId)
    const met = new Map<number, number>()
    this.#texts = inTime.map((text) => {
      const position = met.get(text.categoryId) ?? 0
      met.set(text.categoryId, position + 1)
      return { ...text, position }
    })
    this.#categories = categories
    this.#rules = rules
  }

  /** Plays all texts for one consumer. @returns the balance that is left */
  play(player: Player, visit: Visit, topUp?: TopUp): number {
    const chosen = this.#choicesOf(player)
    let { balance } = player
    const bought: number[] = []
    for (const text of this.#texts) {
      const choice = chosen.get(text.categoryId)
      if (!choice || player.consumerId <= text.plannedUpTo) continue
      const before = balance
      for (const part of choice.parts[text.position] ?? []) {
        // Whoever came after the text's time waits for the next one.
        if (choice.since[part.covered.medium] > text.disburseAt.getTime()) continue
        const isCovered = part.notCovered === null || part.costTokens <= balance
        if (isCovered) balance -= part.covered.tokens
        visit(text, player, isCovered || !part.notCovered ? part.covered : part.notCovered)
      }
      if (topUp && balance < before && balance <= topUp.thresholdTokens) {
        const at = text.disburseAt
        if (bought.filter((time) => time > at.getTime() - dayMs).length >= topUp.perDay) continue
        bought.push(at.getTime())
        balance += topUp.numberOfTokens
        topUp.note(at)
      }
    }
    return balance
  }

  #choicesOf(player: Player) {
    const reach = this.#reachOf(player)
    const chosen = new Map<number, { parts: Part[][]; since: Record<Medium, number> }>()
    for (const [categoryId, medium, since] of player.choices) {
      const known = chosen.get(categoryId)
      if (known) known.since[medium] = since
      else if (this.#ofCategory.has(categoryId)) {
        const never = Number.POSITIVE_INFINITY
        chosen.set(categoryId, { parts: [], since: { sms: never, email: never, [medium]: since } })
      }
    }
    for (const [categoryId, choice] of chosen) {
      const mediums = (['sms', 'email'] as const).filter((medium) => Number.isFinite(choice.since[medium]))
      const key = `${categoryId} ${mediums.map((medium) => `${medium} ${reach[medium]}`)} ${player.timeZone}`
      let parts = this.#known.get(key)
      if (!parts) {
        parts = (this.#ofCategory.get(categoryId) ?? []).map((text) => this.#partsOf(text, player, mediums))
        this.#keep(key, parts)
      }
      choice.parts = parts
    }
    return chosen
  }

  /** What stands in the way of each medium; '' for nothing. */
  #reachOf(player: Player): Record<Medium, string> {
    const of = (medium: Medium) => {
      const reached = addressOf(medium, player, this.#rules.smsCountries)
      return 'obstacle' in reached ? reached.obstacle : ''
    }
    return { sms: of('sms'), email: of('email') }
  }

  #keep(key: string, parts: Part[][]): void {
    if (this.#kept > keptMax) {
      this.#known.clear()
      this.#kept = 0
    }
    this.#known.set(key, parts)
    this.#kept += parts.length
    this.workedOut += parts.length
  }

  /** What everybody is sent of a text who is reached alike, has the same choice and lives in the same zone. */
  #partsOf(text: ScheduledText, player: Player, mediums: Medium[]): Part[] {
    const category = this.#categories.get(text.categoryId)
    if (!category) return []
    const { quietHours, smsCountries } = this.#rules
    const present = new Date(Math.max(text.disburseAt.getTime(), this.#rules.present.getTime()))
    const { disburseAt } = text
    const holdIn = (timeZone: string) => holdOf({ present, disburseAt }, timeZone, quietHours)
    const rules = { present, holdIn, smsCountries }
    return planDeliveries({ ...player, mediums }, category, rules).map((planned) => {
      const { medium, costTokens, refused, sendAfter, heldSeconds } = planned
      const end = (outcome: Outcome, reason: string | null, sendAt = sendAfter): Ending => {
        const tokens = outcome === 'skipped' ? 0 : costTokens
        const name = nameOf({ medium, outcome, reason })
        return { medium, outcome, reason, costTokens, tokens, sendAt, name }
      }
      if (refused !== null) return { costTokens: 0, covered: end('skipped', refused), notCovered: null }
      const candidate = { ...player, medium, disburseAt, heldSeconds, isSubscribed: true, isLive: true }
      const decision = decide(candidate, { present: sendAfter, quietHours, smsCountries })
      // Its tokens come back, so that the next one finds them.
      if (decision.kind === 'withdraw')
        return { costTokens: 0, covered: end('skipped', decision.reason), notCovered: null }
      const sendAt = decision.kind === 'hold' ? decision.until : sendAfter
      const outcome = sendAt > present ? 'held' : 'sent'
      const notCovered = costTokens === 0 ? null : end('skipped', 'insufficient-tokens')
      return { costTokens, covered: end(outcome, null, sendAt), notCovered }
    })
  }
}
