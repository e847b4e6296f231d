import { openCrowd } from './crowd.ts'
import { killWhileDelivering, type RoundTally } from './delivery-round.ts'
import type { Finding } from './findings.ts'
import type { Suite } from './suite.ts'

const subscribers = 450

/** Two workers plan and send to a crowd and are killed again and again: nobody is left out, nobody gets it twice. */
export const breakDeliveries: Suite = async (world, deadline) => {
  const crowd = await openCrowd(world, subscribers)
  const rounds: RoundTally[] = []
  do rounds.push(await killWhileDelivering(world, crowd))
  while (!deadline.isPast(75))

  const total = (choose: (round: RoundTally) => number) =>
    rounds.reduce((sum, round) => sum + choose(round), 0)
  const kills = total((round) => round.kills)
  const deliveries = total((round) => round.deliveries)
  const describe = (what: string, runs: string, choose: (round: RoundTally) => string[]): Finding => ({
    what,
    runs,
    violations: rounds.flatMap(choose),
    worstSettleMs: null,
  })
  return [
    {
      what: 'random SIGKILLs of two workers, planning and sending: everything ends',
      runs: `${kills} kills (${total((round) => round.killsWhilePlanning)} while planning), ${rounds.length} texts`,
      violations: rounds.flatMap(({ unended }) => unended),
      worstSettleMs: Math.max(...rounds.map(({ settledMs }) => settledMs)),
    },
    describe('nothing reaches the provider twice', `${deliveries} deliveries`, ({ doubled }) => doubled),
    describe(
      'nobody is missing but those of unknown fate',
      `${deliveries} deliveries`,
      ({ missing }) => missing,
    ),
    describe(
      'of unknown fate: at most what a kill can catch',
      `${total((round) => round.unknown)} unknown`,
      ({ excess }) => excess,
    ),
    describe(
      'one debit for each delivered, none for each returned',
      `${deliveries} deliveries`,
      ({ debits }) => debits,
    ),
  ]
}
