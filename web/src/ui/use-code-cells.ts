import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { CODE_LENGTH, codeDigits, isNumeric, placeDigits, removeDigit } from './code-digits.ts'

interface CodeCells {
  value: string
  onChange: (code: string) => void
  readOnly: boolean
}

/** What the cells of a code do with all that a person may do to one of them. `isRefused` while the last of it was no number. */
export function useCodeCells({ value, onChange, readOnly }: CodeCells) {
  const group = useRef<HTMLDivElement>(null)
  const [isRefused, setIsRefused] = useState(false)

  function focusCell(cell: number) {
    const input = group.current?.querySelectorAll('input')[Math.max(0, Math.min(cell, CODE_LENGTH - 1))]
    input?.focus()
    input?.select()
  }

  function enter(cell: number, typed: string) {
    setIsRefused(!isNumeric(typed))
    const digits = codeDigits(typed)
    if (digits === '' || !isNumeric(typed)) return
    const next = placeDigits(value, cell, digits)
    const end = Math.min(cell, value.length) + digits.length
    if (next !== value) onChange(next)
    focusCell(end)
  }

  function remove(cell: number) {
    setIsRefused(false)
    const target = value[cell] === undefined ? Math.min(cell, value.length) - 1 : cell
    if (target < 0) return
    onChange(removeDigit(value, target))
    focusCell(target)
  }

  useBeforeInput(group, (event, cell) => {
    if (event.inputType.startsWith('delete')) {
      // One that can't be held back ends in a change event, unless there is nothing to delete.
      if (!event.cancelable && value[cell] !== undefined) return
      event.preventDefault()
      remove(cell)
    } else if (event.data && event.data === value[cell]) {
      // A digit over its equal changes nothing, so that no change event says it: go on, as after any other.
      event.preventDefault()
      enter(cell, event.data)
    }
  })

  return {
    group,
    isRefused,
    /** What a change event says: the old digit is taken out where it stands beside the new one. */
    change(cell: number, now: string) {
      const before = value[cell] ?? ''
      if (now === '') remove(cell)
      else enter(cell, now.length === 2 && before !== '' ? now.replace(before, '') : now)
    },
    /** What is pasted or dropped: a whole code begins at the first cell, wherever that was. */
    take(event: SyntheticEvent, data: DataTransfer, cell: number) {
      event.preventDefault()
      if (readOnly) return
      const text = data.getData('text')
      enter(codeDigits(text).length === CODE_LENGTH ? 0 : cell, text)
    },
    press(event: KeyboardEvent, cell: number) {
      if (readOnly) return
      if (event.key === 'ArrowLeft') focusCell(cell - 1)
      else if (event.key === 'ArrowRight') focusCell(Math.min(cell + 1, value.length))
      else if (event.key === 'Home') focusCell(0)
      else if (event.key === 'End') focusCell(value.length)
      else if (event.key === 'Backspace' || event.key === 'Delete') remove(cell)
      else return
      event.preventDefault()
    },
  }
}

/**
 * Hears what a person is about to do to a cell by any means: a key, an on-screen keyboard that sends none, Cut of a menu,
 * a drag. React's event of that name tells of insertions alone.
 */
function useBeforeInput(
  group: RefObject<HTMLElement | null>,
  handle: (event: InputEvent, cell: number) => void,
) {
  const latest = useRef(handle)
  latest.current = handle
  useEffect(() => {
    const place = group.current
    const hear = (event: InputEvent) => {
      const cell = [...(place?.querySelectorAll('input') ?? [])].indexOf(event.target as HTMLInputElement)
      if (cell >= 0) latest.current(event, cell)
    }
    place?.addEventListener('beforeinput', hear)
    return () => place?.removeEventListener('beforeinput', hear)
  }, [group])
}
