import type pg from 'pg'

export const tenants = 50
export const consumersEach = 2_000
export const transactions = 10_000_000
/** So many of a tenant's consumers have this in their usernames. */
const namedAlikeEach = 20
export const namedAlike = '-moon'

/**
 * Fills an empty, migrated database with a year of token transactions of many tenants, evenly. The ledger's door would
 * take an hour for them: its triggers are off meanwhile, which only the tables' owner can do.
 */
export async function fillTransactions(client: pg.Client): Promise<void> {
  const people = tenants * consumersEach
  const statements = [
    `insert into tenants (url, company_name, details, support_email, time_zone, threshold_token)
       select 'tenant-' || n, 'Company ' || n, 'Readings', 'support@mail.example', 'America/New_York', 2
       from generate_series(1, ${tenants}) n`,
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash, time_zone)
       select t.id, 'consumer', name, name, 'Person', name || '@mail.example', true, '-', 'America/New_York'
       from tenants t, generate_series(1, ${consumersEach}) n,
         concat(substr(md5(t.id || '-' || n), 1, 10), case when n % ${consumersEach / namedAlikeEach} = 0 then '${namedAlike}' end) name`,
    `insert into wallets (tenant_id, consumer_id) select tenant_id, id from users where role = 'consumer'`,
    `create temp table people as
       select row_number() over (order by md5(id::text)) - 1 as n, id, tenant_id from users where role = 'consumer'`,
    'create unique index on people (n) include (id, tenant_id)',
    'analyze people',
    'alter table ledger_entries disable trigger user',
    `insert into ledger_entries (tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor, created_at)
       select p.tenant_id, p.id, debit, case when debit = 0 then 1 + entry.n % 90 else 0 end, (entry.n::bigint * 7919) % 300,
         case debit when 0 then 'purchase' when 1 then 'sunburst' else 'reading' end, 'bench:' || entry.n,
         case debit when 0 then 'Package ' || entry.n % 15
           when 1 then 'Sunburst: Day ' || entry.n / 30000 || ' by SMS' else 'Reading: Week ' || entry.n / 200000 end,
         'system', now() - interval '365 days' * (1 - entry.n / ${transactions}::float8)
       from (select n, case when n % 20 = 0 then 0 when n % 5 = 0 then 7 else 1 end as debit
         from generate_series(1, ${transactions}) n) entry
       join people p on p.n = (entry.n::bigint * 7919) % ${people}`,
    ...['written_by_the_door', 'append_only', 'no_truncate'].map(
      (name) => `alter table ledger_entries enable always trigger ledger_entries_${name}`,
    ),
    'drop table people',
    'vacuum analyze',
  ]
  for (const statement of statements) await client.query(statement)
}
