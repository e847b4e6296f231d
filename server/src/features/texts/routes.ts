import { texts } from '@almanac/contract'
import type { DeliverySummary, ListedShortText, ShortText } from '@almanac/contract/texts'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { bind, type ReceivedFile, type Route } from '../../platform/http/bind.ts'
import { requireCategory } from '../categories/index.ts'
import { addShortTexts, type TextDeps } from './add-short-texts.ts'
import { copyShortText } from './copy-short-text.ts'
import { deleteShortText } from './delete-short-text.ts'
import { listTexts, readUsualTime, requireText, toWire } from './queries.ts'
import { updateShortText } from './update-short-text.ts'
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
  async function withDeliveries(tenantId: number, rows: ShortText[]): Promise<ListedShortText[]> {
    const begun = rows.filter(hasBegun).map(({ id }) => id)
    const summaries = await deps.readDeliverySummaries(reader, tenantId, begun)
    return rows.map((text) => ({ ...text, deliveries: summaries.get(text.id) ?? null }))
  }
  return [
    bind(texts.listShortTexts, async ({ session, query }) => {
      const page = await listTexts(reader, session.tenantId, query)
      return { ...page, data: await withDeliveries(session.tenantId, page.data) }
    }),
    bind(texts.getShortText, async ({ session, params }) => {
      const text = toWire(await requireText(reader, session.tenantId, params.shortTextId))
      const [listed] = await withDeliveries(session.tenantId, [text])
      if (!listed) throw new Error('A text is listed with its deliveries')
      return listed
    }),
    bind(texts.addShortTexts, ({ session, body, idempotencyKey }) =>
      addShortTexts(deps, session, body, idempotencyKey),
    ),
    bind(texts.copyShortText, ({ session, body, idempotencyKey }) =>
      copyShortText(deps, session, body, idempotencyKey),
    ),
    bind(texts.updateShortText, ({ session, params, body }) =>
      updateShortText(deps, session, params.shortTextId, body),
    ),
    bind(texts.deleteShortText, ({ session, params }) => deleteShortText(deps, session, params.shortTextId)),
    bind(texts.getShortTextSettings, async ({ session, query: { consumerCategoryId } }) => {
      if (consumerCategoryId !== undefined)
        await requireCategory(reader, session.tenantId, consumerCategoryId)
      return {
        scheduleDelayMinutes: deps.config.SCHEDULE_DELAY_MINUTES,
        timeZone: session.timeZone,
        usualTime: await readUsualTime(reader, session, consumerCategoryId),
      }
    }),
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
