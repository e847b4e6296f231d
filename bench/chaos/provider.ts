import { type Books, compareBooks, compareClicks, readBooks } from './books.ts'
import { endPurchases, findOpenCharges, sumBooks } from './provider-books.ts'
import { type Buyers, openBuyers } from './provider-buyers.ts'
import { type Served, serve } from './serve.ts'
import type { Suite } from './suite.ts'
import { type Climate, calmCallbacks, describeStrikes, openWeather } from './weather.ts'
import type { World } from './world.ts'

const purchasesARound = 100

const posts = { provider: 'stripe', method: 'POST', path: '/v1/payment_intents' } as const
const reads = { provider: 'stripe', method: 'GET', path: '/v1/payment_intents' } as const
const customers = { provider: 'stripe', method: 'POST', path: '/v1/customers' } as const

/** The SDK tries three times under one key: a fault of one call it hides, one of three reaches us. */
const storms: Climate['storms'] = [
  { ...posts, kind: 'timeout_before', times: [1, 3] },
  { ...posts, kind: 'timeout_after_success', times: [1, 3] },
  { ...posts, kind: 'reset_before', times: [1, 4] },
  { ...posts, kind: 'reset_after_success', times: [1, 4] },
  { ...posts, kind: 'reset_after_success', times: [3, 6] },
  { ...posts, kind: 'error_500_before', times: [1, 4] },
  { ...posts, kind: 'error_500_after_success', times: [1, 4] },
  { ...posts, kind: 'conflict_409', times: [1, 4] },
  { ...posts, kind: 'rate_limited_429', times: [1, 3] },
  { ...posts, kind: 'latency', times: [2, 6], latencyMs: 2_500 },
  { ...posts, kind: 'decline', times: [1, 2], code: 'insufficient_funds' },
  { ...reads, kind: 'error_500_before', times: [1, 4] },
  { ...reads, kind: 'reset_before', times: [1, 4] },
  { ...customers, kind: 'reset_after_success', times: [1, 4] },
]

const callbacks: Climate['callbacks'] = [
  calmCallbacks,
  { ...calmCallbacks, lose: -1 },
  { ...calmCallbacks, repeat: 4, shuffle: true },
  { ...calmCallbacks, delayMs: 3_000 },
]

/** The provider fails in every way there is, while two processes sell; its books and ours say the same in the end. */
export const breakProvider: Suite = async (world, deadline) => {
  const tenant = await world.make.tenant()
  const scene = { tenant, packageId: await world.make.tokenPackage(tenant) }
  const served: [Served, Served] = [await serve(world), await serve(world)]
  const rounds: Round[] = []
  do rounds.push(await sellInBadWeather(world, scene, served))
  while (!deadline.isPast(60))
  const { settledMs, violations: unended } = await endPurchases(world)
  const books = await readBooks(world)
  const openCharges = await findOpenCharges(world)
  for (const process of served) await process.stop()
  return [
    {
      what: 'each purchase ends once: settled or failed',
      runs: describeEnds(books, rounds),
      violations: unended,
      worstSettleMs: settledMs,
    },
    {
      what: 'captures equal settled purchases, and each is credited once',
      ...describeMoney(books),
      worstSettleMs: null,
    },
    {
      what: 'no charge is left open at the provider',
      runs: `${books.purchases.length} purchases`,
      violations: openCharges,
      worstSettleMs: null,
    },
    {
      what: 'clients were told nothing but the truth',
      runs: `${rounds.flatMap(({ buyers }) => buyers.clicks).length} clicks`,
      violations: rounds.flatMap(({ buyers }) => [
        ...compareClicks(buyers.clicks, books),
        ...buyers.failures,
      ]),
      worstSettleMs: null,
    },
    ...describeStrikes(rounds.map(({ strikes }) => strikes)),
  ]
}

interface Round {
  buyers: Buyers
  strikes: ReadonlyMap<string, number>
}

async function sellInBadWeather(
  world: World,
  scene: Parameters<typeof openBuyers>[1],
  [one, other]: readonly [Served, Served],
): Promise<Round> {
  const buyers = await openBuyers(world, scene, {
    purchases: purchasesARound,
    origins: [one.url, other.url],
  })
  const weather = openWeather(world, {
    provider: 'stripe',
    storms,
    callbacks,
    ports: [one.port, other.port],
    mostMs: 400,
  })
  await buyers.buy()
  return { buyers, strikes: await weather.end() }
}

function describeEnds({ purchases }: Books, rounds: readonly Round[]): string {
  const count = (state: string) => purchases.filter((purchase) => purchase.state === state).length
  const leftOpen = rounds.reduce((sum, { buyers }) => sum + buyers.leftOpen(), 0)
  return `${purchases.length} purchases: ${count('settled')} settled, ${count('failed')} failed (${leftOpen} challenges never finished)`
}

function describeMoney(books: Books): { runs: string; violations: string[] } {
  const { capturedCents, settledCents } = sumBooks(books)
  const isEqual = capturedCents === settledCents
  return {
    runs: `${settledCents} cents`,
    violations: [
      ...(isEqual ? [] : [`the provider took ${capturedCents} cents, we hold ${settledCents} for paid`]),
      ...compareBooks(books),
    ],
  }
}
