import { compareClicks, readBooks, settleBooks } from './books.ts'
import { type Customers, compareCharges, openCustomers } from './customers.ts'
import { makeDatabaseCutter } from './database-cutter.ts'
import { describeOutages, type OutageTally, outages } from './outages.ts'
import { serve } from './serve.ts'
import type { Suite } from './suite.ts'
import { openTcpProxy } from './tcp-proxy.ts'

/** The database goes away in every way there is, while clients charge and buy and retry. */
export const breakDatabase: Suite = async (world, deadline) => {
  const cutter = makeDatabaseCutter(world.random)
  const proxy = await openTcpProxy(cutter.judge)
  world.atClose.push(() => proxy.close())
  const databasePort = Number(new URL(world.databaseUrl).port)
  proxy.lead(databasePort)
  const throughProxy = new URL(world.databaseUrl)
  throughProxy.searchParams.delete('host')
  throughProxy.port = String(proxy.port)
  const served = await serve(world, { DATABASE_URL: throughProxy.href, DATABASE_POOL: '10' })
  world.frontDoor.lead(served.port)

  const isServing = () => served.isAlive()
  const customers = await openCustomers(world, served.url)
  const tallies: OutageTally[] = []
  let round = 0
  do {
    const outage = outages[round % outages.length]
    if (outage) tallies.push(await outage({ world, proxy, cutter, customers, databasePort, isServing }))
    round += 1
  } while (isServing() && (round < outages.length || !deadline.isPast(80)))
  await customers.finish()

  const settled = await settleBooks(world)
  const books = await readBooks(world)
  const hasEnded = !isServing()
  await served.stop()
  return [
    ...describeOutages(tallies),
    {
      what: 'connections cut as a charge or COMMIT left, by moment',
      runs: cutter.describe(),
      violations: hasEnded ? ['the server has ended'] : [],
      worstSettleMs: null,
    },
    {
      what: 'charges: none acknowledged and lost, none doubled',
      runs: `${customers.charges.length} charges`,
      violations: [...(await compareCharges(world, customers.charges)), ...oddAnswers(customers)],
      worstSettleMs: null,
    },
    {
      what: 'purchases: captures and credits answer each other',
      runs: `${customers.clicks.length} purchases`,
      violations: [...settled.violations, ...compareClicks(customers.clicks, books)],
      worstSettleMs: settled.settledMs,
    },
  ]
}

/** Anything but the product, 503 and "still being confirmed" is a wrong answer, however bad the database fares. */
function oddAnswers({ answers }: Customers): string[] {
  return answers
    .filter(({ status, code }) => ![200, 201, 503].includes(status) && code !== 'payment_pending')
    .map(({ what, status, code }) => `${what} was answered ${status} ${code}`)
}
