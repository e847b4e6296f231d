import { useState } from 'react'
import { isUnfinished } from './date-limits.ts'

interface DateEntry {
  /** What the owner holds. */
  value: string | null
  tell: (value: string | null) => void
  /** Why a whole value is not taken. */
  refuse: (value: string) => string | null
}

/**
 * What stands in a date field, beside what its owner was told of it. A value that is whole and taken is told at once; of
 * one that is left empty, unfinished or refused, the owner learns that there is none. No word of it falls while one types.
 */
export function useDateEntry({ value, tell, refuse }: DateEntry) {
  const [entered, setEntered] = useState(value)
  const [told, setTold] = useState(value)
  const [isTyping, setIsTyping] = useState(false)
  /** Counts what came from the owner: the field shows it anew, even where it stands already. */
  const [version, setVersion] = useState(0)

  if (value !== told) {
    setTold(value)
    setEntered(value)
    setVersion(version + 1)
  }

  function inform(next: string | null) {
    setTold(next)
    tell(next)
  }

  const isTaken = (next: string) => !isUnfinished(next) && refuse(next) === null
  return {
    entered,
    version,
    refusal: entered === null || isTyping || isUnfinished(entered) ? null : refuse(entered),
    enter(next: string | null) {
      setEntered(next)
      setIsTyping(true)
      if (next !== null && isTaken(next)) inform(next)
    },
    /** `hasGaps` while a part of it is empty. */
    leave(hasGaps: boolean) {
      setIsTyping(false)
      if (hasGaps) setEntered(null)
      if (hasGaps || (entered !== null && !isTaken(entered))) inform(null)
    },
  }
}
