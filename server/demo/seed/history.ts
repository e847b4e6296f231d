import type { AudioRow, TextRow } from './content.ts'
import type { DemoConsumer } from './people.ts'
import type { Random } from './random.ts'
import type { DemoPackageRow } from './tenants.ts'

/** One thing that happened; `tokens` are credited by a purchase, debited otherwise. */
export type PastEvent = { consumer: DemoConsumer; at: Date; tokens: number } & (
  | { kind: 'purchase'; package: DemoPackageRow }
  | { kind: 'play'; audio: AudioRow }
  | { kind: 'sunburst'; text: TextRow; medium: 'sms' | 'email' }
)

const dayMs = 86_400_000
const historyDays = 92
const readingTokens = 7
const sunburstTokens = 1
const chanceOfPlay = 0.22
const paymentMs = 120_000

/** Three months of one consumer: plays about three times in two weeks, gets its Sunbursts, buys when the balance is short. */
export function inventHistory(
  consumer: DemoConsumer,
  content: { audios: readonly AudioRow[]; texts: readonly TextRow[] },
  now: Date,
  random: Random,
): PastEvent[] {
  if (consumer.finalBalance !== null) return shortHistory(consumer, content, now)
  const since = new Date(now.getTime() - random.between(20, historyDays) * dayMs)
  const spent = [
    ...inventPlays(consumer, content.audios, { since, now }, random),
    ...sunburstsOf(consumer, content.texts, { since, now }),
  ]
  const larger = consumer.tenant.packages.slice(1, 4)
  const events: PastEvent[] = []
  let balance = 0
  for (const event of spent.sort((one, other) => one.at.getTime() - other.at.getTime())) {
    if (balance < event.tokens) {
      const bought = random.pick(larger)
      const at = new Date(event.at.getTime() - paymentMs)
      events.push({ kind: 'purchase', consumer, at, tokens: bought.numberOfTokens, package: bought })
      balance += bought.numberOfTokens
    }
    events.push(event)
    balance -= event.tokens
  }
  return events
}

interface Span {
  since: Date
  now: Date
}

function inventPlays(
  consumer: DemoConsumer,
  all: readonly AudioRow[],
  { since, now }: Span,
  random: Random,
): PastEvent[] {
  const audios = all.filter(({ categoryId }) => categoryId === consumer.tenant.categoryIds.get(consumer.sign))
  const events: PastEvent[] = []
  for (let dayStart = since.getTime(); dayStart < now.getTime(); dayStart += dayMs) {
    if (random.next() > chanceOfPlay) continue
    const at = new Date(dayStart + random.between(30, 1_200) * 60_000)
    const playable = audios.filter(({ startsAt, endsAt }) => startsAt <= at && endsAt >= at)
    if (at >= now || playable.length === 0) continue
    events.push({ kind: 'play', consumer, at, tokens: readingTokens, audio: random.pick(playable) })
  }
  return events
}

function sunburstsOf(consumer: DemoConsumer, all: readonly TextRow[], { since, now }: Span): PastEvent[] {
  const categoryId = consumer.tenant.categoryIds.get(consumer.sign)
  return all
    .filter((text) => text.categoryId === categoryId && text.disburseAt > since && text.disburseAt < now)
    .flatMap((text) =>
      consumer.subscribedMediums.map((medium) => ({
        kind: 'sunburst' as const,
        consumer,
        at: text.disburseAt,
        tokens: sunburstTokens,
        text,
        medium,
      })),
    )
}

/** The consumers one logs in as: purchases, and plays and single tokens until the promised balance is left. */
function shortHistory(
  consumer: DemoConsumer,
  content: { audios: readonly AudioRow[] },
  now: Date,
): PastEvent[] {
  const wanted = consumer.finalBalance ?? 0
  const packages = [...consumer.tenant.packages].reverse()
  const plays = 2
  const audios = content.audios
    .filter(({ categoryId }) => categoryId === consumer.tenant.categoryIds.get(consumer.sign))
    .filter(({ startsAt, endsAt }) => startsAt.getTime() < now.getTime() - 9 * dayMs && endsAt > now)
    .slice(-plays)
  const events: PastEvent[] = []
  let missing = wanted + audios.length * readingTokens
  let day = 60
  for (const bought of packages) {
    while (missing >= bought.numberOfTokens) {
      const at = new Date(now.getTime() - day * dayMs)
      events.push({ kind: 'purchase', consumer, at, tokens: bought.numberOfTokens, package: bought })
      missing -= bought.numberOfTokens
      day = Math.max(10, day - 6)
    }
  }
  audios.forEach((audio, index) => {
    const at = new Date(now.getTime() - (8 - index * 3) * dayMs)
    events.push({ kind: 'play', consumer, at, tokens: readingTokens, audio })
  })
  return events
}
