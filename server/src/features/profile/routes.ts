import { profile } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { readUserInfo } from './queries.ts'

/** What a signed-in user sees of itself. */
export function profileRoutes({ db }: { db: Database }): Route[] {
  return [bind(profile.checkSession, ({ session }) => readUserInfo(db.reader, session.userId))]
}
