import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconShape } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  label: string
  icon?: IconShape
  onSelect: () => void
}

interface MenuProps {
  /** The button's accessible name: `Stella, account menu`. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  items: readonly MenuItem[]
}

/** A button that opens a list of acts: arrows, Home, End and Escape work as in every menu. */
export function Menu({ label, trigger, items }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const wrap = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const buttonsOf = () => [...(wrap.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

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
    if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus()
    else if (event.key === 'ArrowUp') buttons.at(at <= 0 ? -1 : at - 1)?.focus()
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
          {items.map((item) => (
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
          ))}
        </div>
      )}
    </div>
  )
}
