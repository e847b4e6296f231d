import { type Kysely, sql } from 'kysely'

/**
 * Refunds and disputes (decision P6). A refund takes its id from the purchases' sequence, since both stand in one list.
 * What is refunded of a purchase is reserved in its `refunded_cents` when the refund begins: that column can't pass the
 * amount, and at the end of every transaction it is the sum of the purchase's refunds that have not failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refunds (
      id integer primary key default nextval('purchases_id_seq'),
      reference text not null unique default 'refund-' || gen_random_uuid(),
      tenant_id integer not null,
      consumer_id integer not null,
      purchase_id integer not null,
      provider text not null,
      amount_cents integer not null check (amount_cents > 0),
      state text not null default 'started' check (state in ('started', 'pending', 'refunded', 'failed')),
      provider_refund_id text,
      tokens_taken_back integer not null default 0 check (tokens_taken_back >= 0),
      tokens_missing integer not null default 0 check (tokens_missing >= 0),
      admin_user_id integer references users (id),
      reason text,
      failure_code text,
      idempotency_key text,
      request_hash text,
      sent_at timestamptz,
      next_look_at timestamptz default now() + interval '10 seconds',
      looks integer not null default 0,
      created_at timestamptz not null default now(),
      unique (provider, provider_refund_id),
      unique (admin_user_id, idempotency_key),
      foreign key (tenant_id, purchase_id) references purchases (tenant_id, id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index refunds_purchase on refunds (purchase_id);
    create index refunds_tenant on refunds (tenant_id, created_at);
    create index refunds_open on refunds (provider, state, next_look_at) where next_look_at is not null;

    create table disputes (
      id integer generated always as identity primary key,
      provider text not null,
      account text not null,
      dispute_id text not null,
      tenant_id integer not null,
      consumer_id integer not null,
      purchase_id integer not null,
      amount_cents integer not null check (amount_cents > 0),
      state text not null check (state in ('open', 'won', 'lost')),
      reason text,
      tokens_held integer not null default 0 check (tokens_held >= 0),
      tokens_missing integer not null default 0 check (tokens_missing >= 0),
      asked_at timestamptz not null,
      next_look_at timestamptz,
      opened_at timestamptz not null,
      decided_at timestamptz,
      check ((state = 'open') = (decided_at is null)),
      unique (provider, dispute_id),
      foreign key (tenant_id, purchase_id) references purchases (tenant_id, id),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index disputes_purchase on disputes (purchase_id);
    create index disputes_open on disputes (consumer_id) where state = 'open';
    create index disputes_due on disputes (provider, next_look_at) where next_look_at is not null;
    create index disputes_lost on disputes (tenant_id, decided_at) where state = 'lost';

    create table payment_matches (
      provider text not null,
      account text not null,
      day date not null,
      payments integer not null,
      refunds integer not null,
      differences jsonb not null,
      matched_at timestamptz not null,
      primary key (provider, account, day)
    );
    create index payment_matches_unbalanced on payment_matches (day) where differences <> '[]';

    create function check_refunded_cents() returns trigger language plpgsql as $$
    declare
      v_purchase integer;
      v_reserved integer;
      v_refunded bigint;
    begin
      if tg_table_name = 'purchases' then
        v_purchase := new.id;
      elsif tg_op = 'DELETE' then
        v_purchase := old.purchase_id;
      else
        v_purchase := new.purchase_id;
      end if;
      select refunded_cents into v_reserved from purchases where id = v_purchase;
      select coalesce(sum(amount_cents), 0) into v_refunded from refunds
        where purchase_id = v_purchase and state <> 'failed';
      if v_reserved <> v_refunded then
        raise exception 'Purchase % has % cents refunded, its refunds are %', v_purchase, v_reserved, v_refunded
          using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name;
      end if;
      return null;
    end $$;
    create constraint trigger refunds_add_up
      after insert or delete or update of purchase_id, amount_cents, state on refunds deferrable initially deferred
      for each row execute function check_refunded_cents();
    create constraint trigger purchases_refunded_cents_add_up
      after update of refunded_cents on purchases deferrable initially deferred
      for each row when (old.refunded_cents is distinct from new.refunded_cents)
      execute function check_refunded_cents();

    alter table ledger_entries drop constraint ledger_entries_kind_check;
    alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (
      'purchase', 'reading', 'sunburst', 'sunburst-return', 'refund', 'refund-return', 'dispute', 'dispute-return',
      'admin'
    )) not valid;
    alter table ledger_entries validate constraint ledger_entries_kind_check;

    create index purchases_history on purchases (settled_at desc, id desc) where state = 'settled';
    create index refunds_history on refunds (created_at desc, id desc);
    create index purchases_payment_prefix on purchases (provider_payment_id text_pattern_ops);
    create index purchases_capture_prefix on purchases (provider_capture_id text_pattern_ops);
    create index refunds_id_prefix on refunds (provider_refund_id text_pattern_ops);
    create index default_payments_method on default_payments (provider, provider_method_id);

    update payment_events set parked_at = null, attempts = 0, next_attempt_at = now()
      where parked_at is not null and processed_at is null
        and type ~ '^(refund\\.|charge\\.refund|charge\\.dispute\\.|payment_method\\.detached|customer\\.deleted)';
  `.execute(db)
}
