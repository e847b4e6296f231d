import { type KeyboardEvent, useRef } from 'react'
import styles from './tooltip.module.css'

const GAP_PX = 6

/**
 * A word beside an icon button, on hover and on keyboard focus, gone with Escape. It repeats the button's
 * accessible name, so it is hidden from screen readers. Spread `handlers` on the button and render `tip` after it.
 */
export function useTooltip(text: string) {
  const tip = useRef<HTMLSpanElement>(null)

  function show(anchor: Element) {
    const element = tip.current
    if (!element) return
    element.showPopover()
    const box = anchor.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const left = Math.min(Math.max(4, box.left + box.width / 2 - width / 2), innerWidth - width - 4)
    const below = box.bottom + GAP_PX
    const top = below + height > innerHeight ? box.top - GAP_PX - height : below
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }
  const hide = () => tip.current?.hidePopover()

  return {
    handlers: {
      onMouseEnter: (event: { currentTarget: Element }) => show(event.currentTarget),
      onMouseLeave: hide,
      onFocus: (event: { currentTarget: Element }) => {
        if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
      },
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') hide()
      },
    },
    tip: (
      <span ref={tip} popover="manual" className={styles.tip} aria-hidden="true">
        {text}
      </span>
    ),
  }
}
