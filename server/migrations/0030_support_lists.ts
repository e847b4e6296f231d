import { type Kysely, sql } from 'kysely'

/** Which tickets are open is counted for the operator's menu; answers are found by their ticket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index tickets_open on tickets (tenant_id, id desc) where status = 'open';
    create index ticket_answers_ticket on ticket_answers (ticket_id, id);
  `.execute(db)
}
