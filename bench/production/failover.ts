import { setTimeout as wait } from 'node:timers/promises'
import { compareClicks, readBooks, settleBooks } from '../chaos/books.ts'
import { type Answer, compareCharges, openCustomers } from '../chaos/customers.ts'
import { serve } from '../chaos/serve.ts'
import { openTcpProxy } from '../chaos/tcp-proxy.ts'
import { openWorld } from '../chaos/world.ts'
import { percentile, type Row } from '../table.ts'
import { hasPostgres, openPostgresPair } from './postgres-pair.ts'

const times = 20
const seed = 1
const givenUpAfterMs = 60_000

/**
 * The primary of a synchronous pair is killed under charges and purchases, again and again: how long until somebody is
 * served, and whether anything that was acknowledged is lost or doubled.
 */
export async function benchFailover(): Promise<Row[]> {
  if (!hasPostgres) return [['a pair of PostgreSQL 15', 'is not installed on this machine (postgresql-15)']]
  const pair = await openPostgresPair()
  // Whoever looks on is led to the primary; the product finds it by itself.
  const lookers = await openTcpProxy()
  lookers.lead(pair.primaryPort())
  const serverUrl = pair.url.replace(/@[^/]+/, `@127.0.0.1:${lookers.port}`)
  const world = await openWorld({ serverUrl, name: 'failover', seed })
  try {
    const served = await serve(world, { DATABASE_URL: pair.url.replace(/\/postgres$/, '/chaos_failover') })
    world.frontDoor.lead(served.port)
    const customers = await openCustomers(world, served.url)
    const recoveries: number[] = []
    for (let count = 0; count < times && served.isAlive(); count++) {
      await wait(world.random.between(1_000, 3_000))
      const endedAt = await pair.failOver()
      lookers.lead(pair.primaryPort())
      lookers.cut()
      recoveries.push((await firstServed(customers.answers, endedAt)) - endedAt)
      await pair.restore()
    }
    await customers.finish()
    const settled = await settleBooks(world)
    const books = await readBooks(world)
    const lies = [
      ...(await compareCharges(world, customers.charges)),
      ...settled.violations,
      ...compareClicks(customers.clicks, books),
      ...(served.isAlive() ? [] : ['the product has ended']),
    ]
    const watched = await world.watch.stop()
    const odd = customers.answers.filter(
      ({ status, code }) => ![200, 201, 503].includes(status) && code !== 'payment_pending',
    )
    for (const one of [...lies, ...watched.violations]) console.log(`  ! ${one}`)
    for (const { what, status, code } of odd.slice(0, 10))
      console.log(`  ! ${what} was answered ${status} ${code}`)
    return [
      ['the primary killed and the other promoted', `${recoveries.length} times`],
      ['acknowledged and lost, doubled, or paid and not credited', String(lies.length)],
      ['snapshots in which tokens do not add up', `${watched.violations.length} of ${watched.snapshots}`],
      ['answers other than done and 503', `${odd.length} of ${customers.answers.length}`],
      ['charges and purchases', `${customers.charges.length} and ${customers.clicks.length}`],
      [
        'from the primary’s end to the first that is served, its promotion included',
        `median ${seconds(percentile(recoveries, 50))}, slowest ${seconds(Math.max(...recoveries))}`,
      ],
    ]
  } finally {
    await world.watch.stop().catch(() => undefined)
    await world.close()
    await lookers.close()
    await pair.close()
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** When somebody was told that it is done who had asked since. */
async function firstServed(answers: readonly Answer[], since: number): Promise<number> {
  for (;;) {
    const done = answers.find(({ status, sentAtMs }) => status === 200 && sentAtMs > since)
    if (done) return done.sentAtMs + done.tookMs
    if (performance.now() - since > givenUpAfterMs) return Number.POSITIVE_INFINITY
    await wait(20)
  }
}
