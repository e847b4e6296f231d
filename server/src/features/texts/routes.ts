import { texts } from '@almanac/contract'
import type { DeliverySummary, ListedShortText, ShortText } from '@almanac/contract/texts'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { bind, type ReceivedFile, type Route } from '../../platform/http/bind.ts'
import { addShortTexts, type TextDeps } from './add-short-texts.ts'
import { listTexts } from './queries.ts'
import { previewUpload, uploadTexts } from './upload-texts.ts'
import { writeTemplate } from './write-template.ts'

/** How far the deliveries of some texts have come, by the text's id; every id asked for has an entry. */
export type ReadDeliverySummaries = (
  reader: Reader,
  tenantId: number,
  textIds: readonly number[],
) => Promise<ReadonlyMap<number, DeliverySummary>>

export interface TextRouteDeps extends TextDeps {
  /** Deliveries lie above texts, so that they are handed in. */
  readDeliverySummaries: ReadDeliverySummaries
}

/** A tenant's short texts. */
export function textRoutes(deps: TextRouteDeps): Route[] {
  const { reader } = deps.db
  return [
    bind(texts.listShortTexts, async ({ session, query }) => {
      const page = await listTexts(reader, session.tenantId, query)
      const begun = page.data.filter(hasBegun).map(({ id }) => id)
      const summaries = await deps.readDeliverySummaries(reader, session.tenantId, begun)
      const data: ListedShortText[] = page.data.map((text) => ({
        ...text,
        deliveries: summaries.get(text.id) ?? null,
      }))
      return { ...page, data }
    }),
    bind(texts.addShortTexts, ({ session, body, idempotencyKey }) =>
      addShortTexts(deps, session, body, idempotencyKey),
    ),
    bind(texts.getShortTextSettings, async ({ session }) => ({
      scheduleDelayMinutes: deps.config.SCHEDULE_DELAY_MINUTES,
      timeZone: session.timeZone,
    })),
    ...bulkRoutes(deps),
  ]
}

/** Texts that an admin uploads for a tenant. */
function bulkRoutes(deps: TextDeps): Route[] {
  return [
    bind(texts.previewBulkShortText, ({ params, files }) =>
      previewUpload(deps, params.customerId, textFileOf(files)),
    ),
    bind(texts.uploadBulkShortText, ({ session, params, files, idempotencyKey }) =>
      uploadTexts(deps, session, {
        customerId: params.customerId,
        file: textFileOf(files),
        idempotencyKey,
      }),
    ),
    bind(texts.downloadBulkTemplate, ({ params }) => writeTemplate(deps, params.customerId)),
  ]
}

function textFileOf({ textFile }: Readonly<Record<string, ReceivedFile>>): ReceivedFile {
  if (!textFile) throw new DomainError('invalid_text_file')
  return textFile
}

/** Before its time a text has no deliveries, and a cancelled one never had any. */
function hasBegun({ status }: ShortText): boolean {
  return status !== 'scheduled' && status !== 'cancelled'
}
