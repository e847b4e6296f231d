import { isDeepStrictEqual } from 'node:util'
import { DomainError } from './errors.ts'

interface Edit<Content> {
  /** What the edit was made of; undefined where the last word counts. */
  expected: Content | undefined
  /** What it asks for. */
  asked: Content
}

/**
 * What somebody else has written since an edit was made is not written over unseen. What is as the edit asks for already,
 * as after an answer that was lost, is nobody else's change.
 * @throws DomainError `changed_meanwhile` with what is there now, as `expected` has it.
 */
export function refuseChanged<Content>(present: Content, { expected, asked }: Edit<Content>): void {
  if (expected === undefined) return
  if (isDeepStrictEqual(present, expected) || isDeepStrictEqual(present, asked)) return
  throw new DomainError('changed_meanwhile', { extra: { present } })
}
