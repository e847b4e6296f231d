import type { Outlook } from '@almanac/contract/rehearsal'

/** What is coming to somebody for whose signs nothing is scheduled. */
export const nothingComing: Outlook = {
  tokenBalance: 12,
  signs: [],
  tokens: 0,
  lastDateTime: null,
  coveredUntilDateTime: null,
  firstUncovered: null,
  automatic: null,
}
