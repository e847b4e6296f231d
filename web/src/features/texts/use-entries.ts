import { useRef, useState } from 'react'
import type { WallTime } from '../../ui/wall-time.ts'
import type { EntryValues } from './schedule-rules.ts'

export interface Entry {
  key: number
  values: EntryValues
  /** Fields that were left: their errors show. */
  left: ReadonlySet<keyof EntryValues>
}

const EMPTY: EntryValues = { messageName: '', textContent: '', disburseDateTime: null }

/** The entries of the form, one at first. */
export function useEntries() {
  const lastKey = useRef(0)
  const [proposed, setProposed] = useState<WallTime | null>(null)
  const [entries, setEntries] = useState<readonly Entry[]>([{ key: 0, values: EMPTY, left: new Set() }])

  function change(key: number, next: (entry: Entry) => Entry) {
    setEntries((before) => before.map((entry) => (entry.key === key ? next(entry) : entry)))
  }
  return {
    entries,
    /** What the first entry's time was until somebody chose another. */
    proposed,
    /** Gives the first entry a time to begin with. */
    propose(time: WallTime) {
      setProposed(time)
      change(0, (entry) => ({ ...entry, values: { ...entry.values, disburseDateTime: time } }))
    },
    add() {
      lastKey.current += 1
      const key = lastKey.current
      setEntries((before) => [...before, { key, values: EMPTY, left: new Set() }])
    },
    remove: (key: number) => setEntries((before) => before.filter((entry) => entry.key !== key)),
    set: (key: number, values: Partial<EntryValues>) =>
      change(key, (entry) => ({ ...entry, values: { ...entry.values, ...values } })),
    leave: (key: number, name: keyof EntryValues) =>
      change(key, (entry) => ({ ...entry, left: new Set(entry.left).add(name) })),
  }
}
