import type { PaymentProvider, PaymentProviders } from '../../src/features/payments/ports.ts'
import type { Database } from '../../src/platform/database.ts'
import { DomainError, OutcomeUnknownError } from '../../src/platform/errors.ts'

/** What somebody else may do at any moment. */
export const interruptions = ['turnOff', 'deleteDefault', 'changeOffer', 'deletePackage', 'stopAll'] as const

/** What goes wrong in one act: the server dies at a named point, or of a call to the provider. */
export type Trouble =
  | { kind: 'none' }
  | { kind: 'crash'; point: string }
  /** The call number `call` acts, or does not, and is never answered; or the provider says that it does not act now. */
  | { kind: 'lost' | 'unheard' | 'away'; call: number }
  /** Right after the commit number `commit` somebody else does something. */
  | { kind: 'between'; commit: number; act: (typeof interruptions)[number] }

/** How an act is done, as fast-check draws it; what can't be in the present state is passed over. */
export interface Wish {
  way: 'card' | 'default' | 'wallet'
  /** Which of several: click, payment, event, dispute. */
  which: number
  /** How much of it, in percent. */
  part: number
  trouble: Trouble
  /** Clicked once, twice at a time, or while the worker is at it too. */
  crowd: 'alone' | 'twice' | 'worker'
}

/** Shared by the providers of a scene: what is to go wrong next. */
export interface Mishap {
  trouble: Trouble
  calls: number
  commits: number
  /** Does what comes between. */
  interrupt(act: (typeof interruptions)[number]): Promise<void>
}

/** The end of a process: whatever it had in memory is gone. */
export class Crash extends Error {}

/** The same database, with what comes between. */
export function makeInterruptible(db: Database, mishap: Mishap): Database {
  return {
    ...db,
    async transact(work) {
      const result = await db.transact(work)
      const { trouble } = mishap
      const number = mishap.commits
      mishap.commits += 1
      if (trouble.kind === 'between' && trouble.commit === number) await mishap.interrupt(trouble.act)
      return result
    },
  }
}

const calls = [
  'createCustomer',
  'begin',
  'advance',
  'lookUp',
  'cancel',
  'refund',
  'lookUpRefund',
  'listRefunds',
  'lookUpDispute',
] as const satisfies readonly (keyof PaymentProvider)[]

/** The same providers, whose calls meet with what the mishap says. */
export function makeFallible(providers: PaymentProviders, mishap: Mishap): PaymentProviders {
  return Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [name, fallible(provider, mishap)]),
  )
}

function fallible(provider: PaymentProvider, mishap: Mishap): PaymentProvider {
  const wrapped = { ...provider } as Record<string, unknown>
  for (const name of calls) {
    const call = provider[name] as ((input: unknown) => Promise<unknown>) | null
    if (call) wrapped[name] = (input: unknown) => meet(mishap, () => call.call(provider, input))
  }
  return wrapped as unknown as PaymentProvider
}

async function meet<Answer>(mishap: Mishap, call: () => Promise<Answer>): Promise<Answer> {
  const { trouble } = mishap
  const number = mishap.calls
  mishap.calls += 1
  if (!('call' in trouble) || trouble.call !== number) return call()
  if (trouble.kind === 'away') throw new DomainError('provider_unavailable')
  if (trouble.kind === 'lost') await call()
  throw new OutcomeUnknownError('the answer was lost')
}

/**
 * Runs `act` with what goes wrong in it. A crash throws at the point where the process would have died, past which nothing
 * of the act is done: its transaction is rolled back and nobody is answered.
 */
export async function withTrouble<Result>(
  mishap: Mishap,
  trouble: Trouble,
  act: () => Promise<Result>,
): Promise<Result> {
  const { kill } = process
  Object.assign(mishap, { trouble, calls: 0, commits: 0 })
  if (trouble.kind === 'crash') {
    process.env.CRASH_AT = trouble.point
    process.kill = () => {
      throw new Crash(`died at ${trouble.point}`)
    }
  }
  try {
    return await act()
  } finally {
    process.kill = kill
    delete process.env.CRASH_AT
    Object.assign(mishap, { trouble: { kind: 'none' }, calls: 0 })
  }
}
