import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { standBeside } from './stand-beside.ts'
import styles from './tooltip.module.css'

/** How long a pointer rests on a control before its tip comes. */
const REST_MS = 500
/** How long a tip stays once the pointer is on neither: enough to get from the control onto the tip. */
const STAY_MS = 200

/** The one that is shown; it hides at once when another one shows, which then need not wait. */
let hideShown: (() => void) | null = null

/**
 * A word beside an icon button: when a pointer rests on it, at once on keyboard focus and after another tip. It stays while
 * the pointer is on it, and Escape closes it alone. It repeats the button's accessible name, so it is hidden from screen
 * readers. Spread `handlers` on the button and render `tip` after it.
 */
export function useTooltip(text: string) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef(0)
  const wait = (act: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, ms)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const hideSoon = () => wait(hide, STAY_MS)

  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    handlers: {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => {
        // A finger that taps does not ask what it taps on.
        if (pointerType !== 'touch') wait(() => setAnchor(currentTarget), hideShown ? 0 : REST_MS)
      },
      onPointerLeave: hideSoon,
      // What is pressed is known, and may be gone or named otherwise by the time a tip would come.
      onPointerDown: hide,
      onFocus: ({ currentTarget }: { currentTarget: Element }) => {
        if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget)
      },
      onBlur: hide,
    },
    tip: anchor && (
      <Tip
        anchor={anchor}
        text={text}
        hide={hide}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={hideSoon}
      />
    ),
  }
}

interface TipProps {
  anchor: Element
  text: string
  hide: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
}

function Tip({ anchor, text, hide, ...handlers }: TipProps) {
  const tip = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!tip.current) return
    tip.current.showPopover()
    standBeside(tip.current, anchor, 'middle')
  }, [anchor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what hides it stays the same
  useEffect(() => {
    if (hideShown !== hide) hideShown?.()
    hideShown = hide
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Wherever the focus is; and neither the dialog around it nor a menu hears of this one.
      event.preventDefault()
      event.stopPropagation()
      hide()
    }
    addEventListener('keydown', press, { capture: true })
    addEventListener('scroll', hide, { capture: true })
    return () => {
      if (hideShown === hide) hideShown = null
      removeEventListener('keydown', press, { capture: true })
      removeEventListener('scroll', hide, { capture: true })
    }
  }, [])

  return (
    <span ref={tip} {...handlers} popover="manual" role="tooltip" className={styles.tip} aria-hidden="true">
      {text}
    </span>
  )
}
