import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { FileStore } from '../media/index.ts'

export interface TenantAdminDeps {
  db: Database
  secrets: Secrets
  files: FileStore
  log: Log
}
