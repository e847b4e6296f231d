import type { RecordedCall } from '../../sandbox/test/recorder.ts'
import type { Provider } from './description.ts'
import { undescribedParts } from './undescribed.ts'

/** What is to be said of a request or of an answer. */
export interface Judgment {
  /** What the description forbids. */
  wrong: string[]
  /** What it does not have, though the provider documents it elsewhere: what it is, and the page. */
  beyond: { part: string; page: string }[]
  /** The description does not have the call at all. */
  isUndescribed: boolean
}

export interface JudgedCall {
  provider: Provider
  operation: string
  call: RecordedCall
  request: Judgment
  /** Null where none came. */
  answer: Judgment | null
}

/** What the provider documents elsewhere apart from what nobody does. */
export function sorted(provider: Provider, reasons: string[]): Judgment {
  const pageOf = (reason: string) =>
    undescribedParts.find((one) => one.provider === provider && one.part.test(reason))?.page
  return {
    wrong: reasons.filter((reason) => !pageOf(reason)),
    beyond: reasons.flatMap((part) => {
      const page = pageOf(part)
      return page ? [{ part, page }] : []
    }),
    isUndescribed: false,
  }
}
