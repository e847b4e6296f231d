import { type Kysely, sql } from 'kysely'

/**
 * The tokens. A balance changes only through `post_ledger_entry`, which moves it and writes its row in one step;
 * rows are never changed, references are unique, a balance is never negative (decision L1).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallets (
      consumer_id integer primary key,
      tenant_id integer not null,
      balance integer not null default 0 check (balance >= 0),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );

    create table ledger_entries (
      id bigint generated always as identity primary key,
      tenant_id integer not null,
      consumer_id integer not null references wallets (consumer_id),
      debit integer not null check (debit >= 0),
      credit integer not null check (credit >= 0),
      new_balance integer not null check (new_balance >= 0),
      kind text not null check (kind in ('purchase', 'reading', 'sunburst', 'sunburst-return', 'refund', 'dispute', 'dispute-return', 'admin')),
      reference text not null unique,
      description text not null,
      actor text not null,
      created_at timestamptz not null default clock_timestamp(),
      check ((debit = 0) <> (credit = 0)),
      foreign key (tenant_id, consumer_id) references users (tenant_id, id)
    );
    create index ledger_entries_consumer on ledger_entries (consumer_id, id);
    create index ledger_entries_created on ledger_entries (created_at, id);

    create trigger ledger_entries_append_only before update or delete on ledger_entries
      for each row execute function refuse_change();
    create trigger ledger_entries_no_truncate before truncate on ledger_entries
      for each statement execute function refuse_change();

    -- Returns the new balance, or null when the balance does not cover the debit.
    create function post_ledger_entry(
      p_tenant_id integer, p_consumer_id integer, p_debit integer, p_credit integer,
      p_kind text, p_reference text, p_description text, p_actor text
    ) returns integer language plpgsql as $$
    declare
      v_new_balance integer;
    begin
      update wallets set balance = balance - p_debit + p_credit
        where consumer_id = p_consumer_id and tenant_id = p_tenant_id and balance >= p_debit
        returning balance into v_new_balance;
      if not found then
        return null;
      end if;
      insert into ledger_entries (tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor)
        values (p_tenant_id, p_consumer_id, p_debit, p_credit, v_new_balance, p_kind, p_reference, p_description, p_actor);
      return v_new_balance;
    end $$;
  `.execute(db)
}
