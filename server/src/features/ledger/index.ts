export { type Entry, openWallet, postEntry, postEntrySql } from './post-entry.ts'
export { readBalance, readEntryBalance } from './queries.ts'
export { ledgerRoutes } from './routes.ts'
export type { EntryKind } from './tables.ts'
