import { useMemo, useRef, useState } from 'react'
import type { WallTime } from '../../ui/wall-time.ts'
import type { EntryValues, Proposed } from './schedule-rules.ts'

export interface Entry extends Proposed {
  key: number
  /** Fields that were left: their errors show. */
  left: ReadonlySet<keyof EntryValues>
}

/** The same for as long as the form is: an entry is drawn anew only when it changes itself. */
export type EntryActs = Pick<ReturnType<typeof useEntries>, 'set' | 'leave'>

function emptyEntry(key: number, proposed: WallTime | null): Entry {
  return {
    key,
    values: { messageName: '', textContent: '', disburseDateTime: proposed },
    proposed,
    left: new Set(),
  }
}

/** The entries of the form, one at first. */
export function useEntries() {
  const lastKey = useRef(0)
  const [entries, setEntries] = useState<readonly Entry[]>([emptyEntry(0, null)])
  const acts = useMemo(() => {
    function change(key: number, next: (entry: Entry) => Entry) {
      setEntries((before) => before.map((entry) => (entry.key === key ? next(entry) : entry)))
    }
    return {
      /** Gives the first entry a time to begin with. */
      propose: (time: WallTime) =>
        change(0, (entry) => ({
          ...entry,
          values: { ...entry.values, disburseDateTime: time },
          proposed: time,
        })),
      add(proposed: WallTime) {
        lastKey.current += 1
        const added = emptyEntry(lastKey.current, proposed)
        setEntries((before) => [...before, added])
      },
      remove: (key: number) => setEntries((before) => before.filter((entry) => entry.key !== key)),
      set: (key: number, values: Partial<EntryValues>) =>
        change(key, (entry) => ({ ...entry, values: { ...entry.values, ...values } })),
      leave: (key: number, name: keyof EntryValues) =>
        change(key, (entry) =>
          entry.left.has(name) ? entry : { ...entry, left: new Set(entry.left).add(name) },
        ),
    }
  }, [])
  return { entries, ...acts }
}
