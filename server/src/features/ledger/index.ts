export { type Lot, type LotRow, lockWallet, lotsOf, readLots, unspentOf } from './lots.ts'
export {
  afterDebitsJob,
  balanceMaxTokens,
  type Entry,
  openWallet,
  postEntriesSql,
  postEntry,
  postEntrySql,
} from './post-entry.ts'
export { readBalance, readEntryBalance } from './queries.ts'
export { ledgerRoutes } from './routes.ts'
export type { EntryKind } from './tables.ts'
