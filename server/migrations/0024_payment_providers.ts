import { type Kysely, sql } from 'kysely'

/**
 * Room for several payment providers: whatever one of them keeps names it, what was taken of a payment has an id apart
 * from the payment's own, and each provider's purchases are looked at in a window of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table default_payments add column provider text;
    update default_payments set provider = case kind when 'card' then 'stripe' else 'paypal' end;
    alter table default_payments alter column provider set not null;

    alter table card_setups rename to method_setups;
    alter table method_setups add column provider text not null default 'stripe';
    alter table method_setups alter column provider drop default;
    drop index card_setups_setup;
    create unique index method_setups_setup on method_setups (provider, setup_id);

    alter table purchases
      add column provider_capture_id text,
      add constraint purchases_capture unique (provider, provider_capture_id);
    drop index purchases_started, purchases_challenged, purchases_closing;
    create index purchases_started on purchases (provider, next_look_at) where state = 'started';
    create index purchases_challenged on purchases (provider, next_look_at) where state = 'requires_action';
    create index purchases_closing on purchases (provider, next_look_at)
      where state = 'failed' and next_look_at is not null;
  `.execute(db)
}
