import { useEffect, useEffectEvent, useState } from 'react'
import { isUnfinished } from './date-limits.ts'
import { useFollowedLink } from './use-followed-link.ts'

/** How a value came to be told. */
export interface EntryOrigin {
  /** By digits or arrows, which may go on; else it was chosen in the calendar. */
  isTyped: boolean
  /** Null because what stands in the field is not taken, as the words under it say; else because a part is empty. */
  isRefused: boolean
}

interface DateEntry {
  /** What the owner holds. */
  value: string | null
  tell: (value: string | null, origin: EntryOrigin) => void
  /** Why a whole value is not taken. */
  refuse: (value: string) => string | null
  /** How long one must have stopped typing before a value is told that was not left yet; none by default. */
  pauseMs?: number
}

/**
 * What stands in a date field, beside what its owner was told of it. A value that is whole and taken is told at once, or
 * after a pause; of one that is left empty, unfinished or refused, the owner learns that there is none. No word of it
 * falls while one types.
 */
export function useDateEntry({ value, tell, refuse, pauseMs = 0 }: DateEntry) {
  const [entered, setEntered] = useState(value)
  const [seen, setSeen] = useState(value)
  const [told, setTold] = useState(value)
  const [isTyping, setIsTyping] = useState(false)
  const [isGivenUp, setIsGivenUp] = useState(false)
  /** Counts what came from the owner: the field shows it anew, even where it stands already. */
  const [version, setVersion] = useState(0)
  /** What was typed and is told once one pauses. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const informOfWaiting = useEffectEvent(() => {
    if (waiting !== null) inform(waiting, { isTyped: true, isRefused: false })
  })
  useEffect(() => {
    if (waiting === null) return
    const timer = setTimeout(informOfWaiting, pauseMs)
    return () => clearTimeout(timer)
  }, [waiting, pauseMs])

  // A link leads to what it says: what waits is dropped, and the field shows what its owner holds.
  useFollowedLink(() => {
    if (waiting === null) return
    setWaiting(null)
    setIsGivenUp(true)
  })

  // An owner that keeps it elsewhere, as in the address, may hold the last value for a while after it was told another.
  if (value !== seen || isGivenUp) {
    setSeen(value)
    setIsGivenUp(false)
    if (value !== told || isGivenUp) {
      setTold(value)
      setEntered(value)
      setVersion(version + 1)
    }
  }

  function inform(next: string | null, origin: EntryOrigin) {
    setWaiting(null)
    setTold(next)
    tell(next, origin)
  }

  const isTaken = (next: string) => !isUnfinished(next) && refuse(next) === null
  return {
    entered,
    version,
    refusal: entered === null || isTyping || isUnfinished(entered) ? null : refuse(entered),
    enter(next: string | null, isTyped: boolean) {
      setEntered(next)
      setIsTyping(true)
      const isTold = next !== null && isTaken(next)
      const mayWait = isTyped && pauseMs > 0
      setWaiting(isTold && mayWait ? next : null)
      if (isTold && !mayWait) inform(next, { isTyped, isRefused: false })
    },
    /** `hasGaps` while a part of it is empty. */
    leave(hasGaps: boolean) {
      setIsTyping(false)
      if (hasGaps) {
        // What the owner then holds is shown, whether that is nothing or what it was.
        setIsGivenUp(true)
        inform(null, { isTyped: true, isRefused: false })
      } else if (entered !== null && !isTaken(entered)) {
        if (told !== null) inform(null, { isTyped: true, isRefused: true })
      } else if (waiting !== null) inform(waiting, { isTyped: true, isRefused: false })
    },
  }
}
