import { type Books, compareBooks, compareClicks, readBooks } from './books.ts'
import { endPurchases, findOpenCharges, sumBooks } from './provider-books.ts'
import { type Buyers, openBuyers } from './provider-buyers.ts'
import { pressTogether, tellLies } from './provider-noise.ts'
import { climates } from './provider-storms.ts'
import { type Served, serve } from './serve.ts'
import type { Suite } from './suite.ts'
import { describeStrikes, openWeather } from './weather.ts'
import type { World } from './world.ts'

const purchasesARound = 100
const keysPressed = 40
const liesTold = 500

/** Each provider fails in every way there is, while two processes sell; their books and ours say the same in the end. */
export const breakProvider: Suite = async (world, deadline) => {
  const tenant = await world.make.tenant()
  const scene = { tenant, packageId: await world.make.tokenPackage(tenant) }
  const served: [Served, Served] = [await serve(world), await serve(world)]
  const noise = [
    await pressTogether(world, scene, served, keysPressed * world.times),
    await tellLies(world, served[0], liesTold * world.times),
  ]
  const rounds: Round[] = []
  for (let done = 0; done < world.times || !deadline.isPast(60); done += 1) {
    for (const way of ['cards', 'wallets'] as const) {
      rounds.push(await sellInBadWeather(world, scene, served, way))
    }
  }
  const { settledMs, violations: unended } = await endPurchases(world)
  const books = await readBooks(world)
  const openCharges = await findOpenCharges(world)
  for (const process of served) await process.stop()
  return [
    ...noise,
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
  way: keyof typeof climates,
): Promise<Round> {
  const buyers = await openBuyers(world, scene, {
    purchases: purchasesARound,
    origins: [one.url, other.url],
    way,
  })
  const weather = openWeather(world, {
    ...climates[way],
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
