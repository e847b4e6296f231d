import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconShape } from './icon.tsx'
import styles from './menu.module.css'

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

/** A button that opens a list of acts: arrows, Home, End and Escape work as in every menu. */
export function Menu({ label, trigger, items }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const wrap = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const buttonsOf = () => [...(wrap.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  function close() {
    setOpened(false)
    wrap.current?.querySelector('button')?.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts
  useEffect(() => {
    if (!opened) return
    buttonsOf()[0]?.focus()
    const outside = (event: PointerEvent) => {
      if (!wrap.current?.contains(event.target as Node)) setOpened(false)
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [opened])

  function press(event: KeyboardEvent) {
    const buttons = buttonsOf()
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Tab') return setOpened(false)
    const step = STEPS.get(event.key)
    if (step) buttons.at((at + step) % buttons.length)?.focus()
    else if (event.key === 'Home') buttons[0]?.focus()
    else if (event.key === 'End') buttons.at(-1)?.focus()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.wrap} ref={wrap}>
      <button
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? menuId : undefined}
        onClick={() => setOpened(!opened)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpened(true)
        }}
      >
        {trigger}
      </button>
      {opened && (
        <div id={menuId} role="menu" aria-label={label} className={styles.menu} onKeyDown={press}>
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
