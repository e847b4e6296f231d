import { sql } from 'kysely'
import type { Deps } from '../../src/deps.ts'

/**
 * The acts behind the demo's readings, short texts and answers, as their operators would have left them in the audit trail:
 * each uploaded a day before it was to be heard or sent.
 */
export async function seedActs({ db: { reader } }: Deps, now: Date): Promise<void> {
  await sql`
    insert into audit_entries (tenant_id, actor_user_id, actor_role, action, subject, after, created_at)
    select tenant_id, actor_user_id, 'customer', action, subject, after, done_at from (
      select a.tenant_id, u.id as actor_user_id, 'add-audio' as action, 'audio:' || a.id as subject,
        jsonb_build_object('id', a.id, 'audioName', a.name, 'audioFileName', a.file_name,
          'startDateTime', a.starts_at, 'endDateTime', a.ends_at, 'consumerCategoryId', a.category_id) as after,
        least(a.starts_at - interval '1 day', ${now}::timestamptz - interval '1 day') as done_at
      from audios a join users u on u.tenant_id = a.tenant_id and u.role = 'customer'
      union all
      select t.tenant_id, u.id, 'add-short-texts', 'category:' || t.category_id,
        jsonb_agg(jsonb_build_object('messageName', t.message_name, 'textContent', t.text_content,
          'disburseDateTime', t.disburse_at) order by t.disburse_at),
        least(min(t.disburse_at) - interval '1 day', ${now}::timestamptz - interval '1 day')
      from short_texts t join users u on u.tenant_id = t.tenant_id and u.role = 'customer'
      group by t.tenant_id, u.id, t.category_id
    ) as act order by done_at, subject
  `.execute(reader)
}
