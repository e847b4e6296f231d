import { type Outlook, type OutlookSign, REHEARSED_DAYS } from '@almanac/contract/rehearsal'
import { dailyLimits, readAutoPurchase } from '../auto-purchase/index.ts'
import { readBalance } from '../ledger/index.ts'
import { type NamedText, readPlayer } from './queries.ts'
import { type RehearsalDeps, setStage } from './rehearse-texts.ts'
import type { Ending, Player, Stage, TopUp } from './stage.ts'

interface Owner {
  tenantId: number
  consumerId: number
}

/** A text that would come, with how each of its messages ends. */
interface Coming {
  text: NamedText
  endings: Ending[]
}

/**
 * What is scheduled of a consumer's signs and how far the balance goes, by the sender's own rules; and what automatic
 * purchase would add, where it is on. Texts that nobody has scheduled yet are not in it.
 */
export async function readOutlook(deps: RehearsalDeps, owner: Owner): Promise<Outlook> {
  const { reader } = deps
  const player = await readPlayer(reader, owner.tenantId, owner.consumerId)
  if (!player) return outlookOf(await readBalance(reader, owner.tenantId, owner.consumerId), [], null)
  const chosen = player.choices.map(([categoryId]) => categoryId)
  const { texts, stage } = await setStage(deps, owner.tenantId, REHEARSED_DAYS * 24, chosen)
  const named = new Map(texts.map((text) => [text.id, text]))
  return outlookOf(
    player.balance,
    playFor(stage, named, player),
    await playAutomatic(deps, owner, stage, named, player),
  )
}

type Named = ReadonlyMap<number, NamedText>

/** In the order of their time; without what can't reach the consumer anyhow. */
function playFor(stage: Stage, named: Named, player: Player, topUp?: TopUp): Coming[] {
  const coming = new Map<number, Coming>()
  stage.play(
    player,
    ({ id }, _player, ending) => {
      const text = named.get(id)
      if (!text || (ending.outcome === 'skipped' && !isShort(ending))) return
      const known = coming.get(id)
      if (known) known.endings.push(ending)
      else coming.set(id, { text, endings: [ending] })
    },
    topUp,
  )
  return [...coming.values()]
}

const isShort = ({ reason }: Ending) => reason === 'insufficient-tokens'
const isWhole = ({ endings }: Coming) => !endings.some(isShort)

async function playAutomatic(
  { reader }: RehearsalDeps,
  owner: Owner,
  stage: Stage,
  named: Named,
  player: Player,
): Promise<Outlook['automatic']> {
  const { rule } = await readAutoPurchase(reader, owner)
  if (rule?.state !== 'active' || rule.nextTryAt !== null) return null
  const boughtAt: Date[] = []
  const { packageName, numberOfTokens, price } = rule
  const coming = playFor(stage, named, player, {
    thresholdTokens: rule.thresholdToken,
    numberOfTokens,
    perDay: dailyLimits.purchases,
    note: (at) => boughtAt.push(at),
  })
  return {
    ...{ packageName, numberOfTokens, price },
    purchases: boughtAt.length,
    firstDateTime: boughtAt[0]?.toISOString() ?? null,
    isCovered: coming.every(isWhole),
  }
}

function outlookOf(
  tokenBalance: number,
  coming: readonly Coming[],
  automatic: Outlook['automatic'],
): Outlook {
  const shortAt = coming.findIndex((one) => !isWhole(one))
  const short = coming[shortAt]
  const lastCovered = short ? coming[shortAt - 1] : coming.at(-1)
  const costs = coming.flatMap(({ endings }) => endings.map(({ costTokens }) => costTokens))
  return {
    tokenBalance,
    signs: signsOf(coming),
    tokens: costs.reduce((sum, cost) => sum + cost, 0),
    lastDateTime: coming.at(-1)?.text.disburseAt.toISOString() ?? null,
    coveredUntilDateTime: lastCovered?.text.disburseAt.toISOString() ?? null,
    firstUncovered: short
      ? {
          dateTime: short.text.disburseAt.toISOString(),
          categoryName: short.text.categoryName,
          comesBy: short.endings.find((ending) => !isShort(ending))?.medium ?? null,
        }
      : null,
    automatic,
  }
}

function signsOf(coming: readonly Coming[]): OutlookSign[] {
  const signs = Map.groupBy(coming, ({ text }) => text.categoryId)
  return [...signs].map(([consumerCategoryId, ofSign]) => {
    const [first] = ofSign as [Coming, ...Coming[]]
    return {
      consumerCategoryId,
      categoryName: first.text.categoryName,
      mediums: [...new Set(ofSign.flatMap(({ endings }) => endings.map(({ medium }) => medium)))],
      scheduled: ofSign.length,
      covered: ofSign.filter(({ endings }) => !endings.every(isShort)).length,
      nextDateTime: first.text.disburseAt.toISOString(),
      next: nextOf(ofSign.flatMap(({ endings }) => endings)),
    }
  })
}

/** The first of each medium that leaves; one that the balance does not cover only where no other does. */
function nextOf(endings: readonly Ending[]): OutlookSign['next'] {
  const leaving = endings.filter((ending) => !isShort(ending))
  const ofMediums = Map.groupBy(leaving.length > 0 ? leaving : endings, ({ medium }) => medium)
  return [...ofMediums]
    .map(([medium, ofMedium]) => ({
      medium,
      at: Math.min(...ofMedium.map(({ sendAt }) => sendAt.getTime())),
    }))
    .sort((one, other) => one.at - other.at)
    .map(({ medium, at }) => ({ medium, dateTime: new Date(at).toISOString() }))
}
