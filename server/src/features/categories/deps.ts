import type { MediumName } from '@almanac/contract/categories'
import type { RawBuilder } from 'kysely'
import type { Database, Tx } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { FileStore } from '../media/index.ts'
import type { SubscribedMediums } from './queries.ts'

/** A category as those name it whose things hang on it. */
export interface CategoryName {
  tenantId: number
  categoryId: number
  name: string
}

/** What admins read before they delete one. */
export interface FollowerCounts {
  subscriberCount: number
  scheduledTextCount: number
}

/** What came to its end with a category, or a medium of it. */
export interface Ended {
  /** Consumers who no longer receive it, or no longer so. */
  subscribers: number
  /** Texts that were still to be sent. */
  cancelledTexts: number
  /** Messages that were charged and had not left: their tokens are returned. */
  withdrawnMessages: number
}

/** What hangs on a category: subscriptions, texts and deliveries lie above it, so that it is handed in. */
export interface CategoryFollowers {
  /** Over the row of `categories`. */
  counts: RawBuilder<FollowerCounts>
  /** Ends all of it in the transaction that deletes the category, which it holds; subscribers are told. */
  endAll(tx: Tx, category: CategoryName): Promise<Ended>
  /** Ends what comes by mediums that the category no longer has; subscribers are told. */
  endMediums(tx: Tx, category: CategoryName, mediums: readonly SentMedium[]): Promise<Ended>
  /** Tells those who receive it by a medium that it costs more from now on. */
  tellOfCost(tx: Tx, category: CategoryName, costs: readonly RaisedCost[]): Promise<void>
}

/** A medium by which texts are sent. */
export type SentMedium = Exclude<MediumName, 'audio'>

/** Tokens that one message costs, and cost before. */
export interface RaisedCost {
  medium: SentMedium
  fromTokens: number
  toTokens: number
}

export interface CategoryDeps {
  db: Database
  files: FileStore
  log: Log
  /** What the session's consumer receives of each category. Subscriptions lie above categories, so that it is handed in. */
  subscribedMediums: RawBuilder<SubscribedMediums | null>
  followers: CategoryFollowers
}
