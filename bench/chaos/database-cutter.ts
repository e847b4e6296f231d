import type { Random } from './random.ts'
import type { Verdict } from './tcp-proxy.ts'

/** Chooses the statements that are cut off on their way to the database. */
export interface DatabaseCutter {
  judge(sent: Buffer): Verdict
  /** While it is calm, everything passes. */
  setCalm(isCalm: boolean): void
  describe(): string
}

const cuttingPercent = 6
const moments = ['cut-before', 'cut-after', 'cut-at-answer'] as const

/** Cuts off some of those statements that move tokens: charges, which commit by themselves, and commits. */
export function makeDatabaseCutter(random: Random): DatabaseCutter {
  const counts = { 'cut-before': 0, 'cut-after': 0, 'cut-at-answer': 0 }
  let isCalm = true
  return {
    judge(sent) {
      const isTelling = sent.includes('post_ledger_entry') || sent.includes('commit\0')
      if (isCalm || !isTelling || !random.percent(cuttingPercent)) return 'pass'
      const moment = random.pick(moments)
      counts[moment] += 1
      return moment
    },
    setCalm(next) {
      isCalm = next
    },
    describe: () =>
      `${counts['cut-before']} before, ${counts['cut-after']} after, ${counts['cut-at-answer']} at the answer`,
  }
}
