import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPastDatabase, type PastDatabase } from '../test/past-database.ts'

const past = `
  insert into tenants (url, company_name, details, support_email, time_zone, threshold_token)
    values ('one', 'One', 'One', 'one@example.com', 'America/New_York', 2);
  insert into users (tenant_id, role, username, username_key, full_name, email, password_hash, stripe_customer_id)
    values (1, 'consumer', 'stella', 'stella', 'Stella', 'stella@example.com', 'none', 'cus_1');
  insert into packages (tenant_id, name, price_cents, number_of_tokens) values (1, 'Package', 2520, 28);
  insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
      payment_method, request_hash, state, failure_code, provider_payment_id, created_at)
    select 1, 1, 1, 'Package', 28, 2520, 'stripe', 'Stripe', 'hash', state, code, payment, now() - ago::interval
    from (values
      ('started', null, null, '1 minute'), ('requires_action', null, 'pi_2', '1 minute'),
      ('settled', null, 'pi_3', '1 minute'), ('failed', 'generic_decline', 'pi_4', '9 days'),
      ('failed', 'abandoned', null, '1 hour'), ('failed', 'abandoned', null, '9 days'),
      ('failed', 'refused', null, '1 minute')
    ) as past (state, code, payment, ago);
  insert into payment_events (provider, event_id, type, body, error, processed_at)
    values ('stripe', 'evt_1', 'charge.refunded', '{}', null, now()),
      ('stripe', 'evt_2', 'charge.dispute.created', '{}', null, now()),
      ('stripe', 'evt_3', 'payment_intent.succeeded', '{}', null, now()),
      ('stripe', 'evt_4', 'payment_intent.succeeded', '{}', 'there is no purchase for it', now()),
      ('stripe', 'evt_5', 'charge.succeeded', '{}', null, now());
  insert into default_payments (tenant_id, consumer_id, kind, provider_method_id) values (1, 1, 'card', 'pm_1');
`

let database: PastDatabase

beforeAll(async () => {
  database = await openPastDatabase(14, past)
})
afterAll(() => database.close())

async function idsOf(statement: string): Promise<(string | number)[]> {
  const { rows } = await database.client.query<{ id: string | number }>(statement)
  return rows.map(({ id }) => id)
}

test('events that were used up without effect are open again', async () => {
  expect(
    await idsOf('select event_id as id from payment_events where processed_at is null order by id'),
  ).toEqual(['evt_1', 'evt_2', 'evt_4'])
})

test('purchases are looked at that are open, or failed and may still be paid', async () => {
  expect(await idsOf('select id from purchases where next_look_at is not null order by id')).toEqual([
    1, 2, 4, 5,
  ])
})

test('ids of before belong to the sandbox; what is under way keeps its customer', async () => {
  expect(await idsOf('select account as id from provider_customers')).toEqual(['sandbox'])
  expect(await idsOf('select account as id from default_payments')).toEqual(['sandbox'])
  expect(await idsOf('select count(*) as id from default_choices')).toEqual([1])
  expect(await idsOf(`select id from purchases where provider_customer_id = 'cus_1' order by id`)).toEqual([
    1, 2, 4, 5,
  ])
})
