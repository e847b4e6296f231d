import { type Kysely, sql } from 'kysely'

/**
 * The database holds the ledger's door itself (decision L9, ADR 0017): balances move and entries are written inside the
 * trigger of `ledger_door`, which `post_ledger_entry` alone uses; a statement that reaches the tables by itself, at
 * trigger depth 0, is refused, whoever sends it. All of it fires under any `session_replication_role`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_ledger_bypass() returns trigger language plpgsql as $$
    begin
      raise exception '% of % was refused: tokens move only through post_ledger_entry', tg_op, tg_table_name
        using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name;
    end $$;

    -- For each statement, not row: they lock nothing, and where the door is used they cost one comparison.
    create trigger wallets_moved_by_the_door before update on wallets
      for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_bypass();
    create trigger ledger_entries_written_by_the_door before insert on ledger_entries
      for each statement when (pg_trigger_depth() = 0) execute function refuse_ledger_bypass();
    create trigger wallets_open_empty before insert on wallets
      for each row when (new.balance <> 0) execute function refuse_ledger_bypass();
    create trigger wallets_kept before delete or truncate on wallets
      for each statement execute function refuse_ledger_bypass();

    alter table wallets enable always trigger wallets_moved_by_the_door;
    alter table wallets enable always trigger wallets_open_empty;
    alter table wallets enable always trigger wallets_kept;
    alter table ledger_entries enable always trigger ledger_entries_written_by_the_door;
    alter table ledger_entries enable always trigger ledger_entries_append_only;
    alter table ledger_entries enable always trigger ledger_entries_no_truncate;

    create view ledger_door as
      select null::integer as tenant_id, null::integer as consumer_id, null::integer as debit, null::integer as credit,
        null::text as kind, null::text as reference, null::text as description, null::text as actor,
        null::timestamptz as created_at, null::integer as new_balance
      where false;

    -- The balance and its row in one step; no row where the balance does not cover the debit.
    create function pass_ledger_door() returns trigger language plpgsql as $$
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
        tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor, created_at
      ) values (
        new.tenant_id, new.consumer_id, new.debit, new.credit, new.new_balance, new.kind, new.reference,
        new.description, new.actor, coalesce(new.created_at, clock_timestamp())
      );
      return new;
    end $$;
    create trigger ledger_door_passed instead of insert on ledger_door
      for each row execute function pass_ledger_door();

    drop function post_ledger_entry(integer, integer, integer, integer, text, text, text, text);
    -- Returns the new balance, or null when the balance does not cover the debit.
    -- Raises LE404 for a consumer without a wallet. p_created_at is for history alone: the demo's.
    create function post_ledger_entry(
      p_tenant_id integer, p_consumer_id integer, p_debit integer, p_credit integer,
      p_kind text, p_reference text, p_description text, p_actor text, p_created_at timestamptz default null
    ) returns integer language plpgsql as $$
    declare
      v_new_balance integer;
    begin
      insert into ledger_door (tenant_id, consumer_id, debit, credit, kind, reference, description, actor, created_at)
        values (p_tenant_id, p_consumer_id, p_debit, p_credit, p_kind, p_reference, p_description, p_actor, p_created_at)
        returning new_balance into v_new_balance;
      if found and v_new_balance is null then
        raise exception 'The ledger''s door does not open: its trigger is switched off';
      end if;
      return v_new_balance;
    end $$;
  `.execute(db)
}
