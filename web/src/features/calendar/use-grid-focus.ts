import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A cell of a grid, counted from 0. */
export interface Place {
  row: number
  column: number
}

/** Where a key leads; not where Control is held, save to the ends of the grid. */
const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

interface GridOptions {
  /** Where Tab comes in first. */
  start: Place
  /** Where one goes on who comes back to the grid; null of nowhere, or not yet. */
  arrived: Place | null
  /** What Page Up and Page Down turn. */
  onTurn: (by: 1 | -1) => void
}

/**
 * The keys of a grid whose cells say their place in `data-place`: it is one stop of Tab; arrows, Home and End, and these
 * with Control, move within it. The focus stays on its place where the cell is drawn anew as something else, and comes back
 * there from a dialog.
 */
export function useGridFocus({ start, arrived, onTurn }: GridOptions) {
  const grid = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<Place | null>(null)
  const holdsFocus = useRef(false)
  const active = chosen ?? start

  // Also what replaces a cell by itself, as word of a change does: this looks after every render.
  useLayoutEffect(() => {
    if (!holdsFocus.current || document.activeElement !== document.body) return
    cellAt(active)?.focus({ preventScroll: true })
  })

  // Once, and after the frame has scrolled the screen to its top.
  const hasArrived = useRef(false)
  useEffect(() => {
    if (!arrived || hasArrived.current) return
    hasArrived.current = true
    cellAt(arrived)?.focus()
  })

  function cellAt({ row, column }: Place): HTMLElement | null {
    return grid.current?.querySelector(`[data-place="${row}:${column}"]`) ?? null
  }

  function find(key: string, isFar: boolean): HTMLElement | null | undefined {
    const step = STEPS[key]
    if (step && !isFar) return cellAt({ row: active.row + step.row, column: active.column + step.column })
    if (key !== 'Home' && key !== 'End') return null
    const within = isFar ? '[data-place]' : `[data-place^="${active.row}:"]`
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>(within) ?? [])]
    return key === 'Home' ? cells[0] : cells.at(-1)
  }

  function press(event: KeyboardEvent) {
    if (event.altKey || event.shiftKey || event.metaKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      onTurn(event.key === 'PageUp' ? -1 : 1)
      return
    }
    const to = find(event.key, event.ctrlKey)
    if (event.key in STEPS || to) event.preventDefault()
    to?.focus()
  }

  return {
    grid,
    active,
    handlers: {
      onKeyDown: press,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const place = placeOf(target)
        if (!place) return
        holdsFocus.current = true
        setChosen(place)
      },
      onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
        // A dialog gives it back.
        holdsFocus.current = relatedTarget?.closest('dialog') != null
      },
    },
  }
}

/** The place of what lies in a cell; null of what is in none. */
export function placeOf(element: Element): Place | null {
  const text = element.closest('[data-place]')?.getAttribute('data-place')
  if (!text) return null
  const [row = 0, column = 0] = text.split(':').map(Number)
  return { row, column }
}
