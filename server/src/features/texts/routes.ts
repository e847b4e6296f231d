import { texts } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import { addShortTexts, type TextDeps } from './add-short-texts.ts'
import { listTexts } from './queries.ts'

/** A tenant's short texts. */
export function textRoutes(deps: TextDeps): Route[] {
  return [
    bind(texts.listShortTexts, ({ session, query }) => listTexts(deps.db.reader, session.tenantId, query)),
    bind(texts.addShortTexts, ({ session, body }) => addShortTexts(deps, session, body)),
    bind(texts.getShortTextSettings, async ({ session }) => ({
      scheduleDelayMinutes: deps.config.SCHEDULE_DELAY_MINUTES,
      timeZone: session.timeZone,
    })),
  ]
}
