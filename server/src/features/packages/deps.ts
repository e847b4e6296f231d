import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { FileStore } from '../media/index.ts'

export interface PackageDeps {
  db: Database
  files: FileStore
  log: Log
  /** The package that the session's consumer has bought automatically. That lies above packages, so that it is handed in. */
  autoPurchasePackageId: RawBuilder<number | null>
  /** How many consumers have a package bought automatically, over the row of `packages`; handed in for the same reason. */
  autoPurchaseCount: RawBuilder<number>
}
