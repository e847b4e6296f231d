import { type Kysely, sql } from 'kysely'

/** Kinds of events that are worked off, or that truly concern nothing; see `adapters/stripe/events.ts`. */
const settledKinds = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.processing',
  'setup_intent.created',
  'setup_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'charge.succeeded',
  'charge.pending',
  'charge.failed',
  'charge.captured',
  'charge.updated',
  'payment_method.attached',
  'customer.created',
  'customer.updated',
  'balance.available',
]

/**
 * When each purchase is to be looked up next at the provider, ever later; what has failed stays due until it can't be
 * paid there any more. Events that nobody handles are parked where they can be seen, and those that were used up
 * without effect are opened again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table purchases
      add column next_look_at timestamptz,
      add column looks integer not null default 0;
    update purchases set next_look_at = now()
      where state in ('started', 'requires_action')
        or (state = 'failed' and provider_payment_id is not null)
        or (failure_code = 'abandoned' and created_at > now() - interval '25 hours');
    alter table purchases alter column next_look_at set default now() + interval '10 seconds';
    drop index purchases_open;
    alter table purchases drop column looked_up_at;
    create index purchases_started on purchases (next_look_at) where state = 'started';
    create index purchases_challenged on purchases (next_look_at) where state = 'requires_action';
    create index purchases_closing on purchases (next_look_at) where state = 'failed' and next_look_at is not null;

    alter table payment_events add column parked_at timestamptz;
    drop index payment_events_open;
    create index payment_events_new on payment_events (received_at)
      where processed_at is null and parked_at is null and attempts = 0;
    create index payment_events_again on payment_events (next_attempt_at)
      where processed_at is null and parked_at is null and attempts > 0;
    create index payment_events_parked on payment_events (parked_at) where parked_at is not null;

    alter table detached_methods add column attempts integer not null default 0;
    create index detached_methods_due on detached_methods (next_attempt_at);
  `.execute(db)
  await sql`
    update payment_events set processed_at = null, attempts = 0, next_attempt_at = now()
    where processed_at is not null
      and (error is not null or type <> all (${settledKinds}::text[]))
  `.execute(db)
}
