import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { endText } from '../texts/index.ts'

const batchSize = 50

interface FinishedText {
  id: number
  tenantId: number
  isMissed: boolean
}

/**
 * Ends texts all of whose deliveries have left: sent, or missed where every one that was charged came too late. Of
 * `textIds` alone, where they are given: those whose last open delivery may just have left.
 * @returns how many ended now.
 */
export async function endTexts(db: Database, textIds?: readonly number[]): Promise<number> {
  if (textIds?.length === 0) return 0
  const these = textIds ? sql`t.id = any(${[...textIds]}::int[])` : sql`true`
  const { rows } = await sql<FinishedText>`
    select t.id, t.tenant_id,
      not exists (
        select from deliveries d
        where d.text_id = t.id and d.state in ('sent', 'delivered', 'undeliverable', 'unknown')
      )
      and exists (select from deliveries d where d.text_id = t.id and d.error = 'missed') as is_missed
    from short_texts t
    where t.state = 'sending' and t.planned_at is not null and ${these}
      and not exists (select from deliveries d where d.text_id = t.id and d.state in ('planned', 'sending'))
    limit ${batchSize}
  `.execute(db.reader)
  for (const text of rows) {
    await db.transact((tx) => endText(tx, text, text.isMissed ? 'missed' : 'sent'))
  }
  return rows.length
}
