import type pg from 'pg'

/** How much one tenant of the bench has. */
export interface LargeTenant {
  id: number
  timeZone: string
}

export const payments = 200_000
export const ledgerRows = 1_000_000
const consumers = 2_000
const signs = 12
const yearDays = 365
const playShare = 0.15
const perText = 148
const past = `interval '364 days'`

/**
 * Fills a tenant with two years of payments, and a year of content as it was heard and delivered: 12 signs with a
 * Sunburst for each day and a reading for each week, the last month of them still ahead. Every figure of a report is
 * behind a row of the ledger.
 */
export async function fillTenant(client: pg.Client, { id }: LargeTenant): Promise<void> {
  const statements = [
    `insert into packages (tenant_id, name, price_cents, number_of_tokens)
       select ${id}, 'Package ' || n, 100 * n, n from generate_series(1, 15) n`,
    `insert into categories (tenant_id, name, sort_order)
       select ${id}, 'Sign ' || n, n + 1 from generate_series(2, ${signs}) n`,
    `insert into category_mediums (tenant_id, category_id, name, number_of_tokens)
       select ${id}, c.id, m, case m when 'audio' then 7 else 1 end
       from categories c, unnest(array['audio', 'sms', 'email']) m where c.tenant_id = ${id}
       on conflict do nothing`,
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash,
         time_zone, sms_phone_number)
       select ${id}, 'consumer', 'large' || n, 'large' || n, 'Person ' || n, 'large' || n || '@mail.example', true, '-',
         'America/New_York', '+16175550100'
       from generate_series(1, ${consumers}) n`,
    `create temp table people as
       select row_number() over (order by id) as n, id from users where tenant_id = ${id} and username like 'large%'`,
    `create temp table signs as
       select row_number() over (order by id) as n, id from categories where tenant_id = ${id}`,
    `insert into wallets (tenant_id, consumer_id) select ${id}, id from people`,
    `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
         payment_method, request_hash, state, created_at, settled_at, next_look_at)
       select ${id}, people.id, p.id, p.name, p.number_of_tokens, p.price_cents, 'stripe', 'Stripe', '-', 'settled', at, at, null
       from (select n, 1 + n % ${consumers} as person, 1 + n % 15 as package,
           now() - interval '1 second' * (n * 63072000.0 / ${payments}) as at
         from generate_series(1, ${payments}) n) bought
       join people on people.n = person
       join (select row_number() over (order by id) as n, * from packages where tenant_id = ${id}) p on p.n = package`,
    `insert into ledger_door (tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at)
       select ${id}, consumer_id, 0, 1000, 'purchase', 'purchase:' || id, package_name, 'system', settled_at
       from purchases where tenant_id = ${id} order by settled_at`,
    `create temp table returned as select id, amount_cents, consumer_id, settled_at + interval '1 day' as at
       from purchases where tenant_id = ${id} and id % 50 = 0 and settled_at < now() - interval '1 day'`,
    // One transaction: what is refunded of a purchase is the sum of its refunds.
    `insert into refunds (tenant_id, consumer_id, purchase_id, provider, amount_cents, state, created_at, next_look_at)
       select ${id}, consumer_id, id, 'stripe', amount_cents, 'refunded', at, null from returned;
     update purchases set refunded_cents = amount_cents where id in (select id from returned)`,
    `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
       select ${id}, signs.id, 'Week ' || week, 'week.mp3', signs.id || '-' || week, 1, 270, at, at + interval '28 days'
       from signs, (select week, date_trunc('day', now()) + interval '28 days' - interval '7 days' * week as at
         from generate_series(0, 51) week) weeks`,
    `insert into plays (tenant_id, consumer_id, audio_id, session, tokens, login_hash, charged_at)
       select ${id}, people.id, a.id, 'session-' || played.n, 7, '\\x00', now() - ${past} * (played.n / ${ledgerRows * playShare}::float)
       from generate_series(1, ${ledgerRows * playShare}) as played(n)
       join people on people.n = 1 + played.n % ${consumers}
       join (select row_number() over (order by id) as n, id from audios where tenant_id = ${id}) a on a.n = 1 + played.n % 600`,
    `insert into ledger_door (tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at)
       select ${id}, consumer_id, 7, 0, 'reading', 'play:' || consumer_id || ':' || audio_id || ':' || session, 'Reading',
         'system', charged_at from plays where tenant_id = ${id}`,
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state, planned_at)
       select ${id}, signs.id, 'Day ' || day, 'Be kind to somebody who is late today.', at,
         case when at < now() then 'sent' else 'scheduled' end, case when at < now() then at end
       from signs, (select day, date_trunc('day', now()) + interval '30 days 12 hours' - interval '1 day' * day as at
         from generate_series(1, ${yearDays}) day) days`,
    `insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, created_at, sent_at)
       select ${id}, t.id, people.id, 'sms', '+16175550100', 1,
         case when (t.id + k) % 100 = 0 then 'undeliverable' else 'delivered' end, t.disburse_at, t.disburse_at, t.disburse_at
       from short_texts t, generate_series(1, ${perText}) k
       join people on people.n = k
       where t.tenant_id = ${id} and t.state = 'sent'`,
    `insert into ledger_door (tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at)
       select ${id}, consumer_id, 1, 0, 'sunburst', 'delivery:' || text_id || ':' || consumer_id || ':sms', 'Sunburst',
         'system', created_at from deliveries where tenant_id = ${id}`,
    `insert into ledger_door (tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at)
       select ${id}, consumer_id, 0, 1, 'sunburst-return', 'delivery-return:' || text_id || ':' || consumer_id || ':sms',
         'Sunburst', 'system', created_at + interval '1 hour'
       from deliveries where tenant_id = ${id} and state = 'undeliverable'`,
    `insert into tickets (tenant_id, consumer_id, description, email, created_at)
       select ${id}, id, 'Where is my reading?', 'a@mail.example', now() from people`,
  ]
  for (const statement of statements) await client.query(statement)
  await client.query('vacuum analyze')
}
