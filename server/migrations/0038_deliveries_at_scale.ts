import { type Kysely, sql } from 'kysely'

/**
 * How fast messages leave by each sender, of all workers together; and many entries of the ledger in one step, through a
 * door of their own that is guarded as the other one is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Unlogged: what a power cut forgets is a second of a pace.
    create unlogged table send_paces (
      sender text primary key,
      -- Up to when the places in the sender's stream are taken.
      taken_until timestamptz not null,
      -- Whether whoever asked last wanted more than there was, and has not said since that nothing is left to send.
      is_wanted boolean not null default false
    );

    -- Takes places in a sender's stream of p_per_second: as many as have become free, at most p_wanted; or all of them, for
    -- what waits for nobody and makes others wait. Where places are wanted, those of the last second are kept for workers
    -- that are held up; else a rest leaves one, so that nothing begins with a burst. Answers how many, and in how many
    -- milliseconds to ask again.
    create function take_send_places(p_sender text, p_wanted integer, p_per_second float8, p_is_urgent boolean)
      returns table (places integer, again_in_ms float8) language plpgsql
    as $$
    declare
      v_gap float8 := 1 / p_per_second;
      v_kept float8;
      v_now timestamptz;
      v_taken_until timestamptz;
    begin
      loop
        select taken_until, case when is_wanted then greatest(v_gap, 1) else v_gap end
          into v_taken_until, v_kept from send_paces where sender = p_sender for update;
        exit when found;
        insert into send_paces values (p_sender, '-infinity') on conflict do nothing;
      end loop;
      -- Only now that nobody else takes any.
      v_now := clock_timestamp();
      v_taken_until := greatest(v_taken_until, v_now - make_interval(secs => v_kept));
      places := case when p_is_urgent then p_wanted
        else least(p_wanted, greatest(0, floor(extract(epoch from v_now - v_taken_until) / v_gap + 1e-6)::integer)) end;
      v_taken_until := v_taken_until + make_interval(secs => places * v_gap);
      update send_paces set taken_until = v_taken_until, is_wanted = is_wanted or (places < p_wanted)
        where sender = p_sender;
      again_in_ms := 1000 * greatest(0.02, extract(epoch from v_taken_until - v_now) + v_gap);
      return next;
    end $$;

    create view ledger_batch_door as
      select null::integer as tenant_id, null::integer[] as consumers, null::integer[] as debits,
        null::integer[] as credits, null::text as kind, null::text[] as refs, null::text[] as descriptions,
        null::text as actor, null::integer[] as new_balances
      where false;

    -- As pass_ledger_door for each entry, in their order; the first of every consumer's together, then the second.
    create function pass_ledger_batch_door() returns trigger language plpgsql as $$
    declare
      v_wallets integer;
      v_consumers integer;
      v_rounds integer;
      v_moved integer[];
      v_balances integer[];
      v_all_moved integer[] := '{}';
      v_all_balances integer[] := '{}';
    begin
      -- In the order in which everybody locks wallets, whatever the plan of what follows.
      perform from wallets
        where consumer_id = any(new.consumers) and tenant_id = new.tenant_id
        order by consumer_id for no key update;
      get diagnostics v_wallets = row_count;
      select count(*), max(entries) into v_consumers, v_rounds
        from (select count(*) as entries from unnest(new.consumers) as id group by id) as of_each;
      if v_wallets < v_consumers then
        raise exception 'A consumer of tenant % has no wallet', new.tenant_id
          using errcode = 'LE404', table = 'wallets';
      end if;
      for v_round in 1..v_rounds loop
        with numbered as (
          select *, row_number() over (partition by consumer_id order by place) as round
          from unnest(new.consumers, new.debits, new.credits, new.refs, new.descriptions)
            with ordinality as entry (consumer_id, debit, credit, reference, description, place)
        ), moved as (
          update wallets w set balance = w.balance - n.debit + n.credit
          from numbered n
          where n.round = v_round and w.consumer_id = n.consumer_id and w.tenant_id = new.tenant_id
            and w.balance >= n.debit
          returning n.place, n.consumer_id, n.debit, n.credit, n.reference, n.description, w.balance
        ), written as (
          insert into ledger_entries (
            tenant_id, consumer_id, debit, credit, new_balance, kind, reference, description, actor, created_at
          )
          select new.tenant_id, consumer_id, debit, credit, balance, new.kind, reference, description, new.actor,
            clock_timestamp()
          from moved order by place
        )
        select array_agg(place), array_agg(balance) into v_moved, v_balances from moved;
        v_all_moved := v_all_moved || v_moved;
        v_all_balances := v_all_balances || v_balances;
      end loop;
      select array_agg(moved.balance order by entry.place) into new.new_balances
        from generate_subscripts(new.consumers, 1) as entry (place)
        left join unnest(v_all_moved, v_all_balances) as moved (place, balance) using (place);
      return new;
    end $$;
    create trigger ledger_batch_door_passed instead of insert on ledger_batch_door
      for each row execute function pass_ledger_batch_door();

    -- Posts entries of one kind, in their order. Returns the new balances, in that order too, null where a balance does
    -- not cover the debit. Raises LE404 where a consumer has no wallet; nothing is written then.
    create function post_ledger_entries(
      p_tenant_id integer, p_consumers integer[], p_debits integer[], p_credits integer[], p_kind text, p_refs text[],
      p_descriptions text[], p_actor text
    ) returns integer[] language plpgsql as $$
    declare
      v_new_balances integer[];
    begin
      insert into ledger_batch_door (tenant_id, consumers, debits, credits, kind, refs, descriptions, actor)
        values (p_tenant_id, p_consumers, p_debits, p_credits, p_kind, p_refs, p_descriptions, p_actor)
        returning new_balances into v_new_balances;
      if cardinality(v_new_balances) is distinct from cardinality(p_consumers) then
        raise exception 'The ledger''s door does not open: its trigger is switched off';
      end if;
      return v_new_balances;
    end $$;
  `.execute(db)
}
