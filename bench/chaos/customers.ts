import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addReading } from './reading.ts'
import { type Click, click, makeShopper, press, type Reply, type Shopper, saveCard, send } from './shopper.ts'
import { rowsOf, type World } from './world.ts'

/** A reading that a client wants to play, and repeats its charge until it is told that it may. */
export interface WantedCharge {
  consumerId: number
  audioId: number
  session: string
  isAcknowledged: boolean
}

/** How a request was answered. */
export interface Answer {
  what: 'a charge' | 'a purchase'
  status: number
  code: string
  /** When it was sent and answered, on the clock of `performance`. */
  sentAtMs: number
  tookMs: number
}

/** Clients that charge and buy without a pause, each request repeated until it succeeds. */
export interface Customers {
  charges: WantedCharge[]
  clicks: Click[]
  answers: Answer[]
  /** Lets each end what it has begun, for half a minute at the most. */
  finish(): Promise<void>
}

const chargers = 8
const buyers = 2
const costTokens = 7
const plentyOfTokens = 9_000_000
const finishWithinMs = 30_000

export async function openCustomers(world: World, origin: string): Promise<Customers> {
  const tenant = await world.make.tenant()
  const { audioId } = await addReading(world, tenant, costTokens)
  const packageId = await world.make.tokenPackage(tenant)
  const charges: WantedCharge[] = []
  const clicks: Click[] = []
  const answers: Answer[] = []
  let endsAtMs = Number.POSITIVE_INFINITY
  let isOver = false
  const isTime = () => performance.now() < endsAtMs

  async function ask(what: Answer['what'], request: () => Promise<Reply>): Promise<Reply> {
    const sentAtMs = performance.now()
    const reply = await request()
    const { status, code } = reply
    answers.push({ what, status, code, sentAtMs, tookMs: performance.now() - sentAtMs })
    return reply
  }
  async function keepCharging({ consumer, headers }: Shopper): Promise<void> {
    const path = `${origin}/v1/customers/${tenant.url}/consumers/${consumer.id}/audio/${audioId}/charge`
    while (!isOver) {
      const wanted = { consumerId: consumer.id, audioId, session: randomUUID(), isAcknowledged: false }
      charges.push(wanted)
      while (!wanted.isAcknowledged && isTime()) {
        const { status } = await ask('a charge', () =>
          send(`${path}?session=${wanted.session}`, 'PUT', headers),
        )
        wanted.isAcknowledged = status === 200
        if (!wanted.isAcknowledged) await wait(50)
      }
    }
  }
  async function keepBuying(shopper: Shopper): Promise<void> {
    for (let count = 0; !isOver; count++) {
      const one = click(shopper, packageId, count % 2 === 0 ? 'card' : 'default card')
      clicks.push(one)
      while (!one.isAcknowledged && !one.refusal && isTime()) {
        await ask('a purchase', () => press(origin, one))
        await wait(100)
      }
    }
  }

  const working: Promise<void>[] = []
  for (let count = 0; count < chargers + buyers; count++) {
    const shopper = await makeShopper(world, tenant, plentyOfTokens)
    if (count < buyers) await saveCard(world, shopper)
    working.push(count < buyers ? keepBuying(shopper) : keepCharging(shopper))
  }
  return {
    charges,
    clicks,
    answers,
    async finish() {
      isOver = true
      endsAtMs = performance.now() + finishWithinMs
      await Promise.all(working)
    },
  }
}

/** What clients were told of their charges, held against plays and ledger: one sentence for each lie. */
export async function compareCharges(world: World, charges: readonly WantedCharge[]): Promise<string[]> {
  const rows = await rowsOf<{ reference: string; plays: number }>(
    world,
    `select l.reference, count(p.consumer_id)::int as plays
     from ledger_entries l
     left join plays p on l.reference = 'play:' || p.consumer_id || ':' || p.audio_id || ':' || p.session
     where l.kind = 'reading' group by l.id`,
  )
  const booked = new Map(rows.map(({ reference, plays }) => [reference, plays]))
  const problems = charges.flatMap(({ consumerId, audioId, session, isAcknowledged }) => {
    const name = `play:${consumerId}:${audioId}:${session}`
    const plays = booked.get(name)
    booked.delete(name)
    if (isAcknowledged && plays === undefined) return [`${name} was acknowledged and is not booked`]
    if (plays !== undefined && plays !== 1) return [`${name} is debited and has ${plays} plays`]
    return isAcknowledged ? [] : [`${name} was never acknowledged`]
  })
  return [...problems, ...[...booked.keys()].map((name) => `${name} was debited and never asked for`)]
}
