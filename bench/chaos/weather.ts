import { setTimeout as wait } from 'node:timers/promises'
import type { Finding } from './findings.ts'
import { makeRandom } from './random.ts'
import type { World } from './world.ts'

/** A fault that the sandbox can make, and for how many calls in a row. */
export interface Storm {
  provider: 'stripe' | 'paypal' | 'twilio' | 'smtp'
  kind: string
  /** At least and at most so many calls. */
  times: readonly [least: number, most: number]
  method?: 'GET' | 'POST'
  path?: string
  latencyMs?: number
  code?: string
}

/** How callbacks travel for a while; see `sandbox/README.md`. */
export interface CallbackMode {
  delayMs: number
  repeat: number
  shuffle: boolean
  lose: number
}

export interface Climate {
  storms: readonly [Storm, ...Storm[]]
  callbacks: readonly [CallbackMode, ...CallbackMode[]]
  provider: 'stripe' | 'paypal' | 'twilio'
  /** Where callbacks may arrive: now this process, now that. */
  ports: readonly [number, ...number[]]
  /** The longest pause between two storms. */
  mostMs: number
}

export interface Weather {
  /** Clears it up, and tells how many calls each kind of fault struck. What callbacks were lost stays lost. */
  end(): Promise<ReadonlyMap<string, number>>
}

/** Callbacks at once, once and in order. */
export const calmCallbacks: CallbackMode = { delayMs: 0, repeat: 1, shuffle: false, lose: 0 }

const fewestMs = 100
/** More than so many faults at once would leave no call untroubled. */
const faultsAtOnce = 6
const callbacksChangeEvery = 4

/** Switches faults on, one after the other, until its end. */
export function openWeather(world: World, climate: Climate): Weather {
  const random = makeRandom(world.random.between(0, 2 ** 30))
  const brought = new Map<string, number>()
  let isOver = false

  async function bring(): Promise<void> {
    const { times, ...storm } = random.pick(climate.storms)
    const calls = random.between(...times)
    await world.sandbox.control('faults', { ...storm, times: calls })
    brought.set(storm.kind, (brought.get(storm.kind) ?? 0) + calls)
  }

  const changing = (async () => {
    for (let change = 0; !isOver; change++) {
      if (change % callbacksChangeEvery === 0) {
        await world.sandbox.control('webhooks', {
          provider: climate.provider,
          ...random.pick(climate.callbacks),
        })
      }
      world.frontDoor.lead(random.pick(climate.ports))
      if ((await readFaults(world)).length < faultsAtOnce) await bring()
      await wait(random.between(fewestMs, climate.mostMs))
    }
  })()
  changing.catch(() => undefined)

  return {
    async end() {
      isOver = true
      await changing
      for (const { kind, times } of await readFaults(world)) {
        if (brought.has(kind)) brought.set(kind, (brought.get(kind) ?? 0) - times)
      }
      await fetch(faultsUrl(world), { method: 'DELETE' })
      await world.sandbox.control('webhooks', { provider: climate.provider, ...calmCallbacks })
      return brought
    },
  }
}

/** A row for each kind of fault. */
export function describeStrikes(strikes: readonly ReadonlyMap<string, number>[]): Finding[] {
  const kinds = [...new Set(strikes.flatMap((one) => [...one.keys()]))].sort()
  return kinds.map((kind) => ({
    what: `calls that the provider failed: ${kind.replaceAll('_', ' ')}`,
    runs: `${strikes.reduce((sum, one) => sum + (one.get(kind) ?? 0), 0)} calls`,
    violations: [],
    worstSettleMs: null,
  }))
}

const faultsUrl = ({ sandbox }: World) => `${sandbox.url}/sandbox/control/faults`

async function readFaults(world: World): Promise<{ kind: string; times: number }[]> {
  const response = await fetch(faultsUrl(world))
  return ((await response.json()) as { data: { kind: string; times: number }[] }).data
}
