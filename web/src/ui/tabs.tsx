import type { KeyboardEvent, ReactNode } from 'react'
import { Icon, type IconShape } from './icon.tsx'
import styles from './tabs.module.css'

export interface Tab<Value extends string> {
  value: Value
  label: string
  icon?: IconShape
}

interface TabsProps<Value extends string> {
  /** The group's accessible name. */
  label: string
  /** Ties tabs and panels together; the same for both. */
  id: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Where a key leads from a place among so many. */
const MOVES = new Map<string, (place: number, count: number) => number>([
  ['ArrowRight', (place, count) => (place + 1) % count],
  ['ArrowLeft', (place, count) => (place - 1 + count) % count],
  ['Home', () => 0],
  ['End', (_place, count) => count - 1],
])

/** Parts of one screen, for the right side of `PageHead`; arrow keys, Home and End move between them. */
export function Tabs<Value extends string>({ label, id, tabs, value, onChange }: TabsProps<Value>) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const place = tabs.findIndex((tab) => tab.value === value)
    const to = MOVES.get(event.key)?.(place, tabs.length)
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          className={styles.tab}
          aria-selected={tab.value === value}
          aria-controls={`${id}-${tab.value}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon && <Icon of={tab.icon} />}
          {tab.label}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  /** That of the tabs. */
  id: string
  value: string
  shown: boolean
  children?: ReactNode
}

/** What a tab shows, the next stop after it. Keeps its state while another one is shown. */
export function TabPanel({ id, value, shown, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-${value}-panel`}
      tabIndex={shown ? 0 : -1}
      className={styles.panel}
      aria-labelledby={`${id}-${value}`}
      hidden={!shown}
    >
      {children}
    </div>
  )
}
