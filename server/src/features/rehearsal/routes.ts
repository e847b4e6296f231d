import { rehearsal } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { compareText } from './compare-text.ts'
import { readOutlook } from './read-outlook.ts'
import { readRehearsal } from './read-rehearsal.ts'
import type { RehearsalDeps } from './rehearse-texts.ts'

/** What scheduled texts would come to, for operators, and how far a balance goes, for who has it. */
export function rehearsalRoutes({ db, config }: { db: Database; config: RehearsalDeps['config'] }): Route[] {
  const deps = { reader: db.reader, config }
  return [
    bind(rehearsal.readRehearsal, ({ session }) => readRehearsal(deps, session.tenantId)),
    bind(rehearsal.compareTextRehearsal, async ({ session, params }) => ({
      comparison: await compareText(db.reader, session.tenantId, params.shortTextId),
    })),
    bind(rehearsal.readOutlook, ({ session: { tenantId, userId } }) =>
      readOutlook(deps, { tenantId, consumerId: userId }),
    ),
  ]
}
