import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { endText } from '../texts/index.ts'

interface SendingText {
  id: number
  tenantId: number
  isOpen: boolean
  isMissed: boolean
}

/**
 * Ends those of the texts whose deliveries have all left: sent, or missed where every one that was charged came too
 * late.
 * @returns how many ended now.
 */
export async function endTexts(db: Database, textIds: readonly number[]): Promise<number> {
  if (textIds.length === 0) return 0
  return endDone(db, await readSending(db, sql`id = any(${[...textIds]}::int[])`, textIds.length))
}

const sweptAtOnce = 100

/**
 * Ends texts that no worker saw the end of, a page of them each time and round again; `run` answers how many. Seldom
 * needed: whoever moves the last delivery of a text looks at once whether it was.
 */
export function makeTextSweep(db: Database): () => Promise<number> {
  let afterId = 0
  return async () => {
    const page = await readSending(db, sql`id > ${afterId}`, sweptAtOnce)
    afterId = page.length < sweptAtOnce ? 0 : (page.at(-1)?.id ?? 0)
    return endDone(db, page)
  }
}

/** Each text is one look into the index of open deliveries, however many there are. */
async function readSending(db: Database, which: RawBuilder<unknown>, atMost: number): Promise<SendingText[]> {
  const { rows } = await sql<SendingText>`
    select t.id, t.tenant_id, t.is_open, not t.is_open
      and not exists (
        select from deliveries d
        where d.text_id = t.id and d.state in ('sent', 'delivered', 'undeliverable', 'unknown')
      )
      and exists (select from deliveries d where d.text_id = t.id and d.error = 'missed') as is_missed
    from (
      select id, tenant_id,
        exists (select from deliveries d where d.text_id = s.id and d.state in ('planned', 'sending')) as is_open
      from short_texts s
      where state = 'sending' and planned_at is not null and ${which}
      order by id limit ${atMost}
    ) t
    order by t.id
  `.execute(db.reader)
  return rows
}

async function endDone(db: Database, texts: readonly SendingText[]): Promise<number> {
  const done = texts.filter(({ isOpen }) => !isOpen)
  for (const text of done) {
    await db.transact((tx) => endText(tx, text, text.isMissed ? 'missed' : 'sent'))
  }
  return done.length
}
