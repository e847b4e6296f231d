import { type Kysely, sql } from 'kysely'

/** Why an admin changed a balance is kept with the entry (decision L7): it passes the ledger's door like the rest of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries add column reason text check (reason <> '');

    create or replace view ledger_door as
      select null::integer as tenant_id, null::integer as consumer_id, null::integer as debit, null::integer as credit,
        null::text as kind, null::text as reference, null::text as description, null::text as actor,
        null::timestamptz as created_at, null::integer as new_balance, null::text as reason
      where false;

    create or replace function pass_ledger_door() returns trigger language plpgsql as $$
    begin
      update wallets set balance = balance - new.debit + new.credit
        where consumer_id = new.consumer_id and tenant_id = new.tenant_id and balance >= new.debit
        returning balance into new.new_balance;
      if not found then
        if exists (select from wallets where consumer_id = new.consumer_id and tenant_id = new.tenant_id) then
          return null;
        end if;
        raise exception 'Consumer % of tenant % has no wallet', new.consumer_id, new.tenant_id
          using errcode = 'LE404', table = 'wallets';
      end if;
      insert into ledger_entries (
        tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor, created_at, reason
      ) values (
        new.tenant_id, new.consumer_id, new.debit, new.credit, new.new_balance, new.kind, new.reference,
        new.description, new.actor, coalesce(new.created_at, clock_timestamp()), new.reason
      );
      return new;
    end $$;

    drop function post_ledger_entry(integer, integer, integer, integer, text, text, text, text, timestamptz);
    -- Returns the new balance, or null when the balance does not cover the debit.
    -- Raises LE404 for a consumer without a wallet. p_created_at is for history alone: the demo's.
    create function post_ledger_entry(
      p_tenant_id integer, p_consumer_id integer, p_debit integer, p_credit integer,
      p_kind text, p_reference text, p_description text, p_actor text, p_created_at timestamptz default null,
      p_reason text default null
    ) returns integer language plpgsql as $$
    declare
      v_new_balance integer;
    begin
      insert into ledger_door (
        tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at, reason
      ) values (
        p_tenant_id, p_consumer_id, p_debit, p_credit, p_kind, p_reference, p_description, p_actor, p_created_at, p_reason
      ) returning new_balance into v_new_balance;
      if found and v_new_balance is null then
        raise exception 'The ledger''s door does not open: its trigger is switched off';
      end if;
      return v_new_balance;
    end $$;
  `.execute(db)
}
