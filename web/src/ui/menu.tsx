import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon, type IconShape } from './icon.tsx'
import styles from './menu.module.css'
import { standBeside } from './stand-beside.ts'
import { createTypeahead } from './typeahead.ts'

export interface MenuItem {
  label: string
  icon?: IconShape
  onSelect: () => void
}

/** One of a few, chosen in the menu, which stays open so that one sees what it does. */
export interface MenuChoice {
  label: string
  options: readonly (MenuItem & { isChosen: boolean })[]
}

interface MenuProps {
  /** The button's accessible name: `Stella, account menu`. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  items: readonly (MenuItem | MenuChoice)[]
}

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

/** A button that opens a list of acts: arrows, Home, End, letters and Escape work as in every menu. */
export function Menu({ label, trigger, items }: MenuProps) {
  /** The place of the item at which it was opened; null while it is closed. */
  const [start, setStart] = useState<0 | -1 | null>(null)
  const wrap = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const opened = start !== null
  const press = useMenuKeys(wrap, close)

  function close() {
    setStart(null)
    wrap.current?.querySelector('button')?.focus()
  }

  useStandsBeside(menu, wrap, opened)
  useEffect(() => {
    if (start === null) return
    itemsIn(wrap.current).at(start)?.focus()
    const outside = (event: PointerEvent) => {
      if (!wrap.current?.contains(event.target as Node)) setStart(null)
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [start])

  return (
    <div ref={wrap}>
      <button
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? menuId : undefined}
        onClick={() => setStart(opened ? null : 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setStart(event.key === 'ArrowDown' ? 0 : -1)
        }}
      >
        {trigger}
      </button>
      {opened && (
        <div
          ref={menu}
          id={menuId}
          popover="manual"
          role="menu"
          aria-label={label}
          className={styles.menu}
          onKeyDown={press}
        >
          {items.map((item) =>
            'options' in item ? (
              <Choice key={item.label} choice={item} />
            ) : (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {item.icon && <Icon of={item.icon} />}
                {item.label}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  )
}

const itemsIn = (part: Element | null) => [...(part?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

/** Keeps the open menu at its button, whatever scrolls. */
function useStandsBeside(
  menu: RefObject<HTMLElement | null>,
  wrap: RefObject<HTMLElement | null>,
  opened: boolean,
) {
  useLayoutEffect(() => {
    if (!opened) return
    const stand = () => {
      if (menu.current && wrap.current) standBeside(menu.current, wrap.current, 'end')
    }
    menu.current?.showPopover()
    stand()
    addEventListener('scroll', stand, { capture: true, passive: true })
    addEventListener('resize', stand)
    return () => {
      removeEventListener('scroll', stand, { capture: true })
      removeEventListener('resize', stand)
    }
  }, [menu, wrap, opened])
}

/** What a key does in an open menu. */
function useMenuKeys(wrap: RefObject<HTMLElement | null>, close: () => void) {
  const [findTyped] = useState(createTypeahead)
  return (event: KeyboardEvent) => {
    const all = itemsIn(wrap.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const { key } = event
    const step = STEPS.get(key)
    // On from the button, to what stands after or before it.
    if (key === 'Tab') return close()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (step) all.at((at + step) % all.length)?.focus()
    else if (key === 'Home') all[0]?.focus()
    else if (key === 'End') all.at(-1)?.focus()
    else if (key === 'Escape') close()
    else if (key.length === 1 && key !== ' ') all[findTyped(key, all.map(textOf), at)]?.focus()
    else return
    event.preventDefault()
  }
}

const textOf = ({ textContent }: Element) => textContent ?? ''

function Choice({ choice: { label, options } }: { choice: MenuChoice }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu holds groups, not field sets
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          role="menuitemradio"
          aria-checked={option.isChosen}
          tabIndex={-1}
          className={styles.option}
          onClick={option.onSelect}
        >
          {option.icon && <Icon of={option.icon} />}
          {option.label}
        </button>
      ))}
    </div>
  )
}
