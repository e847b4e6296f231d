import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type { texts } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import type { BadLine, BulkPreview } from '@almanac/contract/texts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce, findDone, type KeyedRequest } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { holdTenant } from '../tenants/index.ts'
import type { TextDeps } from './add-short-texts.ts'
import {
  bulkColumns,
  type CheckedFile,
  checkBulkFile,
  findStoredLines,
  readBulkBasis,
} from './check-bulk-file.ts'

type Uploaded = Answer<typeof texts.uploadBulkShortText>

interface BulkUpload {
  customerId: number
  file: ReceivedFile
  idempotencyKey: string | undefined
}

/** What `uploadTexts` would do with a file; it stores nothing. @throws DomainError `not_found`, `invalid_text_file`. */
export async function previewUpload(
  deps: TextDeps,
  customerId: number,
  file: ReceivedFile,
): Promise<BulkPreview> {
  const { summary, badLines } = await checkBulkFile(deps, customerId, file)
  return { ...summary, badLines: [...badLines] }
}

/**
 * Schedules the texts of a bulk file, all or none of them. Uploads of one tenant go one after the other, so that of two with
 * the same texts one is refused; a repeated idempotency key schedules nothing and answers what it did before.
 * @throws DomainError `bulk_lines_refused` with a sentence a bad line; `not_found` for an unknown tenant;
 * `invalid_text_file`; `idempotency_mismatch`.
 */
export async function uploadTexts(
  deps: TextDeps,
  admin: AdminSession,
  { customerId, file, idempotencyKey }: BulkUpload,
): Promise<Uploaded> {
  const asked = { act: 'upload-short-texts', customerId, file: await digestOf(file) }
  const request: KeyedRequest = { userId: admin.userId, idempotencyKey, asked }
  const done = await findDone<Uploaded>(deps.db.reader, request)
  if (done) return done
  for (;;) {
    const checked = await checkBulkFile(deps, customerId, file)
    try {
      const { answer } = await deps.db.transact((tx) =>
        doOnce(tx, request, () => schedule(tx, admin, checked)),
      )
      return answer
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) throw error
    }
  }
}

/** Another admin changed the tenant's zone or categories after the file was checked, so it is checked again. */
class ChangedMeanwhileError extends Error {}

async function schedule(tx: Tx, admin: AdminSession, checked: CheckedFile): Promise<Uploaded> {
  const { tenantId, records, summary } = checked
  await holdTenant(tx, tenantId)
  if (!isDeepStrictEqual(await readBulkBasis(tx, tenantId), checked.basis)) throw new ChangedMeanwhileError()
  refuse(checked.badLines)
  refuse(await findStoredLines(tx, tenantId, records))
  const { categoryIds, names, texts, instants } = bulkColumns(records)
  await sql`
    insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
    select ${tenantId}, * from unnest(${categoryIds}::int[], ${names}::text[], ${texts}::text[], ${instants}::timestamptz[])
  `.execute(tx)
  const { texts: count, firstAt, lastAt, categories } = summary
  await writeAudit(tx, {
    tenantId,
    actor: admin,
    action: 'upload-short-texts',
    subject: `tenant:${tenantId}`,
    after: {
      texts: count,
      firstAt,
      lastAt,
      categories: Object.fromEntries(categories.map(({ name, texts }) => [name, texts])),
    },
  })
  await announceChange(tx, { topic: 'texts', tenantId })
  return { message: 'Short text uploaded successfully.', scheduled: summary }
}

function refuse(badLines: readonly BadLine[]): void {
  if (badLines.length === 0) return
  throw new DomainError('bulk_lines_refused', {
    list: badLines.map(({ line, reason }) => `Line ${line}: ${reason}`),
  })
}

async function digestOf({ path }: ReceivedFile): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
