import { openCrowd } from './crowd.ts'
import type { Finding } from './findings.ts'
import { type MessageTally, sendInBadWeather } from './messages-round.ts'
import { type Served, serve } from './serve.ts'
import type { Suite } from './suite.ts'
import { describeStrikes } from './weather.ts'

const subscribers = 240
const workerEnvironment = { SMS_QUIET_HOURS: 'off' }

/** The providers of SMS and e-mail fail, and lose, repeat and shuffle their reports; what is doubtful is sent no more. */
export const breakMessages: Suite = async (world, deadline) => {
  const crowd = await openCrowd(world, subscribers)
  const workers: [Served, Served] = [
    await serve(world, workerEnvironment),
    await serve(world, workerEnvironment),
  ]
  const rounds: MessageTally[] = []
  do rounds.push(await sendInBadWeather(world, crowd, workers))
  while (!deadline.isPast(50))
  for (const worker of workers) await worker.stop()

  const fates = rounds.flatMap((round) => round.fates)
  const count = (state: string) => fates.filter((fate) => fate.state === state).length
  const total = (choose: (round: MessageTally) => number) =>
    rounds.reduce((sum, round) => sum + choose(round), 0)
  const deliveries = `${fates.length} deliveries`
  const describe = (what: string, runs: string, choose: (round: MessageTally) => string[]): Finding => ({
    what,
    runs,
    violations: rounds.flatMap(choose),
    worstSettleMs: null,
  })
  return [
    {
      what: 'everything ends once the providers are back',
      runs: `${rounds.length} texts, ${deliveries}`,
      violations: rounds.flatMap(({ unended }) => unended),
      worstSettleMs: Math.max(...rounds.map(({ settledMs }) => settledMs)),
    },
    describe('nothing reaches the provider twice', deliveries, ({ doubled }) => doubled),
    describe('nobody is missing but those of unknown fate', deliveries, ({ missing }) => missing),
    describe(
      'of unknown fate: at most those whose answer was lost',
      `${count('unknown')} unknown`,
      ({ excess }) => excess,
    ),
    describe(
      'what we hold of an SMS is what the provider knows, reports lost or not',
      `${total(({ unreported }) => unreported)} reports lost`,
      ({ untruths }) => untruths,
    ),
    describe(
      'one debit for each delivered, none for each returned',
      `${count('undeliverable')} undeliverable`,
      ({ debits }) => debits,
    ),
    ...describeStrikes(rounds.map(({ strikes }) => strikes)),
  ]
}
