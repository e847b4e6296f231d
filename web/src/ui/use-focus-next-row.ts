import { type RefObject, useEffect, useRef, useState } from 'react'

interface NextRow<Frame, Otherwise> {
  /** Around the rows: a `DataTable`, or parts that carry their key in `data-row`. */
  frame: RefObject<Frame | null>
  /** Has the focus where no row is left. */
  otherwise: RefObject<Otherwise | null>
  /** To be called when a row is about to go. */
  leaveRow: (key: string | number) => void
}

/**
 * Puts the focus on the first button of the row after one that goes away, else of the row before it, so that who goes
 * through a list by keys stays where he was.
 */
export function useFocusNextRow<Frame extends HTMLElement, Otherwise extends HTMLElement>(): NextRow<
  Frame,
  Otherwise
> {
  const frame = useRef<Frame>(null)
  const otherwise = useRef<Otherwise>(null)
  const [next, setNext] = useState<{ row: Element | null } | null>(null)
  // After the dialog that goes in the same moment has given the focus back.
  useEffect(() => {
    if (!next) return
    const part = next.row?.isConnected ? next.row.querySelector('button') : null
    ;(part ?? otherwise.current)?.focus()
  }, [next])
  return {
    frame,
    otherwise,
    leaveRow(key) {
      const row = frame.current?.querySelector(`[data-row="${key}"]`)
      setNext({ row: row?.nextElementSibling ?? row?.previousElementSibling ?? null })
    },
  }
}
