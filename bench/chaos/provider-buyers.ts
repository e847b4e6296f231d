import { setTimeout as wait } from 'node:timers/promises'
import type { PurchaseScene } from './purchase-points.ts'
import { makeRandom, type Random } from './random.ts'
import { type Click, click, makeShopper, press, type Shopper, saveDefault } from './shopper.ts'
import type { World } from './world.ts'

/** What a cardholder does with the bank's question. */
type Answer = 'approve' | 'fail' | 'never'

export interface Buyers {
  clicks: readonly Click[]
  /** What was answered that must never be. */
  failures: string[]
  /** Purchases whose cardholder left the bank's question open. */
  leftOpen(): number
  /** Lets everybody buy, retry, double-click and give up. */
  buy(): Promise<void>
}

const clients = 12
const pressesMost = 12
const declines = [
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_chargeDeclinedProcessingError',
] as const

/**
 * Clients of two processes: a click goes now to one, now to the other, and sometimes to both at once. Some are new, so
 * that the provider has no record of them yet.
 */
export async function openBuyers(
  world: World,
  scene: PurchaseScene,
  {
    purchases,
    origins,
    way,
  }: { purchases: number; origins: readonly [string, string]; way: 'cards' | 'wallets' },
): Promise<Buyers> {
  const clicks: Click[] = []
  const failures: string[] = []
  const unanswered = new Set<Click>()
  const regulars: Shopper[] = []
  for (let count = 0; count < clients; count++) {
    const shopper = await makeShopper(world, scene.tenant)
    await saveDefault(world, shopper, way === 'cards' ? 'default card' : 'default wallet')
    regulars.push(shopper)
  }

  async function buyOne(one: Click, random: Random): Promise<void> {
    const isPatient = random.percent(75)
    const answer = random.pick<Answer>(['approve', 'fail', 'never'])
    for (let presses = 0; presses < pressesMost; presses++) {
      const origin = random.pick(origins)
      const pressed = random.percent(15) ? origins : [origin]
      const replies = await Promise.all(pressed.map((to) => press(to, one)))
      failures.push(
        ...replies
          .filter(({ status }) => status === 500)
          .map(({ code }) => `a purchase was answered 500 ${code}`),
      )
      if (one.isAcknowledged || one.refusal) return
      if (one.challenge && answer === 'never') return void unanswered.add(one)
      if (one.challenge) await answerBank(world, one.challenge.clientSecret, answer)
      else if (!isPatient) return
      await wait(random.between(200, 1_500))
    }
  }

  return {
    clicks,
    failures,
    leftOpen: () => unanswered.size,
    async buy() {
      let left = purchases
      await Promise.all(
        regulars.map(async (regular) => {
          const random = makeRandom(world.random.between(0, 2 ** 30))
          while (left > 0) {
            left -= 1
            const one = random.percent(40)
              ? click(
                  await makeShopper(world, scene.tenant),
                  scene.packageId,
                  way === 'cards' ? 'card' : 'wallet',
                )
              : chooseClick(regular, scene.packageId, random, way)
            clicks.push(one)
            await buyOne(one, random)
          }
        }),
      )
    },
  }
}

function chooseClick(shopper: Shopper, packageId: number, random: Random, way: 'cards' | 'wallets'): Click {
  if (way === 'wallets') return click(shopper, packageId, random.percent(40) ? 'default wallet' : 'wallet')
  if (random.percent(20)) return click(shopper, packageId, 'default card')
  if (random.percent(25)) return click(shopper, packageId, 'card', 'pm_card_authenticationRequired')
  if (random.percent(20)) return click(shopper, packageId, 'card', random.pick(declines))
  return click(shopper, packageId, 'card')
}

/** The cardholder answers on the bank's own page. */
async function answerBank({ sandbox }: World, clientSecret: string, decision: Answer): Promise<void> {
  const response = await fetch(`${sandbox.url}/sandbox-frame/challenge`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret, decision }),
  })
  if (!response.ok) throw new Error(`The bank's page answered ${response.status}`)
  await response.body?.cancel()
}
