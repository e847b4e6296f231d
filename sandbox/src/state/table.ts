import type { Journal } from './journal.ts'

/** Rows by id, in the order in which they were first put, each change written to the journal. */
export type Table<Row extends { id: string }> = {
  get(id: string): Row | undefined
  put(row: Row): Row
  remove(id: string): void
  all(): Row[]
  newestFirst(): Row[]
  count(): number
}

/** The part of a table that the books need to read a journal back in and to empty it. */
export type TableStore = { load(key: string, value: unknown): void; clear(): void }

/** Makes the table `name`; `rows` is shared with the books, which fill it from an earlier journal. */
export function makeTable<Row extends { id: string }>(
  name: string,
  journal: () => Journal,
): Table<Row> & TableStore {
  const rows = new Map<string, Row>()
  return {
    get: (id) => rows.get(id),
    put: (row) => {
      rows.set(row.id, row)
      journal().append({ table: name, key: row.id, value: row })
      return row
    },
    remove: (id) => {
      if (rows.delete(id)) journal().append({ table: name, key: id })
    },
    all: () => [...rows.values()],
    newestFirst: () => [...rows.values()].reverse(),
    count: () => rows.size,
    load: (key, value) => {
      if (value === undefined) rows.delete(key)
      else rows.set(key, value as Row)
    },
    clear: () => rows.clear(),
  }
}
