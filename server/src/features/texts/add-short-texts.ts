import type { texts } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { readPresent } from '../../platform/present.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { textColumns, toWire } from './queries.ts'
import { readDisburseTime, type Schedule } from './rules.ts'

export interface TextDeps {
  db: Database
  config: { SCHEDULE_DELAY_MINUTES: number }
}

type Entry = Body<typeof texts.addShortTexts>['shortTextList'][number]

/**
 * Schedules texts, all or none of them.
 * @throws DomainError `disburse_too_soon` or `invalid_input` with one line a bad entry; `not_found` for an unknown category.
 */
export async function addShortTexts(
  { db, config }: TextDeps,
  session: TenantSession,
  body: Body<typeof texts.addShortTexts>,
): Promise<Answer<typeof texts.addShortTexts>> {
  const { tenantId, timeZone } = session
  return db.transact(async (tx) => {
    const category = await requireCategory(tx, tenantId, body.consumerCategoryId)
    const schedule = { now: await readPresent(tx), delayMinutes: config.SCHEDULE_DELAY_MINUTES, timeZone }
    const instants = readDisburseTimes(body.shortTextList, schedule)
    const rows = await tx
      .insertInto('shortTexts')
      .values(
        body.shortTextList.map(({ messageName, textContent }, index) => ({
          tenantId,
          categoryId: category.id,
          messageName,
          textContent,
          disburseAt: instants[index] as Date,
        })),
      )
      .returning(textColumns)
      .execute()
    const data = rows.map(toWire)
    await writeAudit(tx, {
      tenantId,
      actor: session,
      action: 'add-short-texts',
      subject: `category:${category.id}`,
      after: data,
    })
    await announceChange(tx, { topic: 'texts', tenantId })
    return { message: 'Short text added successfully.', data }
  })
}

function readDisburseTimes(entries: readonly Entry[], schedule: Schedule): Date[] {
  const times = entries.map(({ disburseDateTime }) => readDisburseTime(disburseDateTime, schedule))
  const refused = times.flatMap((time, index) =>
    time.instant === null ? [{ ...time, line: lineOf(entries, index, time.sentence) }] : [],
  )
  const first = refused.find(({ reason }) => reason === 'too-soon') ?? refused[0]
  if (!first) return times.map(({ instant }) => instant as Date)
  throw new DomainError(first.reason === 'too-soon' ? 'disburse_too_soon' : 'invalid_input', {
    message: first.sentence,
    list: refused.map(({ line }) => line),
  })
}

/** Of several entries each line says which it means. */
function lineOf(entries: readonly Entry[], index: number, sentence: string): string {
  if (entries.length === 1) return sentence
  return `Entry ${index + 1} (${entries[index]?.messageName}): ${sentence}`
}
