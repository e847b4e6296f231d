import { rowsOf, type World } from '../chaos/world.ts'

const consumersEach = 100
/** Ten that are due, and two that are held. */
const textsEach = 12
/** Chooses the texts whose SMS are held. */
export const isHeld = 't.id % 6 = 0'

/** Many tenants, each with one category, a hundred consumers, and twelve texts that are being sent. */
export async function addTenants(world: World, count: number): Promise<void> {
  const statements = [
    `insert into tenants (url, company_name, details, support_email, time_zone, threshold_token)
     select 'tenant-' || n, 'Company ' || n, 'Readings', 'support@mail.example', 'America/New_York', 2
     from generate_series(1, ${count}) n`,
    `insert into categories (tenant_id, name, sort_order) select id, 'Sign', 1 from tenants`,
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash,
       time_zone, sms_phone_number)
     select t.id, 'consumer', 'c' || t.id || '_' || n, 'c' || t.id || '_' || n, 'Person',
       'c' || t.id || '_' || n || '@mail.example', true, '-', 'America/New_York', '+16175550100'
     from tenants t, generate_series(1, ${consumersEach}) n`,
    `insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     select u.tenant_id, u.id, c.id, medium, now() - interval '10 days'
     from users u join categories c on c.tenant_id = u.tenant_id, unnest(array['sms', 'email']) medium`,
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state, planned_at)
     select c.tenant_id, c.id, 'Text', 'Text ' || n, now() - interval '1 hour', 'sending', now()
     from categories c, generate_series(1, ${textsEach}) n`,
  ]
  for (const statement of statements) await rowsOf(world, statement)
}

/** A tenant with a thousand consumers and as many texts. */
export async function addGiant(world: World): Promise<number> {
  const tenant = await world.make.tenant()
  await rowsOf(
    world,
    `insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash,
       time_zone, sms_phone_number)
     select $1, 'consumer', 'giant' || n, 'giant' || n, 'Person', 'giant' || n || '@mail.example', true, '-',
       'America/New_York', '+16175550100'
     from generate_series(1, 1000) n`,
    [tenant.id],
  )
  await rowsOf(
    world,
    `insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     select $1, id, $2, 'sms', now() - interval '10 days' from users where tenant_id = $1`,
    [tenant.id, tenant.categoryId],
  )
  await rowsOf(
    world,
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at, state, planned_at)
     select $1, $2, 'Text', 'Text ' || n, now() - interval '1 hour', 'sending', now() from generate_series(1, 1000) n`,
    [tenant.id, tenant.categoryId],
  )
  return tenant.id
}

/** An SMS to each consumer of each text that `which` chooses, due for up to an hour; or held so long. */
export async function addRows(world: World, which: string, heldHours = 0): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `with added as (
       insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, is_waiting)
       select t.tenant_id, t.id, u.id, 'sms', u.sms_phone_number, 1, 'planned',
         case when ${heldHours} = 0 then now() - random() * interval '1 hour'
           else now() + make_interval(hours => ${heldHours}) end, ${heldHours} > 0
       from short_texts t join users u on u.tenant_id = t.tenant_id where u.role = 'consumer' and ${which}
       on conflict do nothing returning id
     ) select count(*)::int as count from added`,
  )
  for (const table of ['deliveries', 'short_texts', 'users', 'subscriptions', 'tenants', 'categories']) {
    await rowsOf(world, `vacuum analyze ${table}`)
  }
  return row?.count ?? 0
}
