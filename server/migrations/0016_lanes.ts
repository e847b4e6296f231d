import { type Kysely, sql } from 'kysely'

/**
 * One clock for all that is due, and the indexes of the lanes: deliveries are claimed by medium and tenant, in their
 * order, whatever else is due; those whose fate is looked into are claimed by when they are looked into next.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The present, for everything that several servers compare with it. Inlined, so that indexes serve it; tests
    -- replace it in their own database.
    create function present() returns timestamptz language sql stable parallel safe return now();

    alter table subscriptions alter column created_at set default present();
    -- Subscribers are planned in the order of their ids.
    create index subscriptions_subscribers on subscriptions (tenant_id, category_id, consumer_id);
    drop index subscriptions_category;

    -- Not due before a time that lies ahead: held by quiet hours, or to be tried again. Such rows stay out of the index
    -- that is claimed from until they are released.
    alter table deliveries add column is_waiting boolean not null default false;
    -- Of quiet hours that held it; they don't make it late.
    alter table deliveries add column held_seconds integer not null default 0 check (held_seconds >= 0);
    -- When the provider is asked next what became of it.
    alter table deliveries add column next_look_at timestamptz;
    -- How often it was asked about in vain.
    alter table deliveries add column looks integer not null default 0;

    -- Later than any pause between attempts: such an SMS waits for the end of the quiet hours.
    update deliveries d set held_seconds = extract(epoch from d.send_after - t.disburse_at)::int
      from short_texts t
      where t.id = d.text_id and d.state = 'planned' and d.medium = 'sms'
        and d.send_after > now() + interval '15 minutes' and d.send_after > t.disburse_at;
    update deliveries set is_waiting = true where state = 'planned' and send_after > now();
    update deliveries set next_look_at = greatest(sent_at + interval '15 minutes', now())
      where state = 'sent' and medium = 'sms' and provider_id is not null and sent_at > now() - interval '48 hours';

    drop index deliveries_due;
    drop index deliveries_unreported;
    alter table deliveries drop column asked_at;
    create index deliveries_planned on deliveries (medium, tenant_id, send_after, id)
      where state = 'planned' and not is_waiting;
    -- Locks what is due in a lane and answers the ids in their order: of one tenant after the other, beginning after
    -- p_after, at most p_share less what it holds by p_held (beside p_tenants), until p_room is used up. Each step goes
    -- straight to the next tenant in deliveries_planned, however many rows lie between, and no plan but that is allowed:
    -- it is kept by the connection, and must serve when the table has grown since.
    create function lock_due_deliveries(
      p_medium text, p_after integer, p_room integer, p_share integer, p_tenants integer[], p_held integer[]
    ) returns setof bigint language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan
    as $$
    declare
      v_tenant integer := p_after;
      v_is_round boolean := false;
      v_due_since timestamptz;
      v_room integer := p_room;
      v_share integer;
      v_locked integer;
    begin
      while v_room > 0 loop
        select tenant_id, send_after into v_tenant, v_due_since from deliveries
          where state = 'planned' and not is_waiting and medium = p_medium and tenant_id > v_tenant
          order by tenant_id, send_after limit 1;
        if not found or (v_is_round and v_tenant > p_after) then
          exit when v_is_round;
          v_is_round := true;
          v_tenant := 0;
          continue;
        end if;
        v_share := least(v_room, p_share - coalesce(p_held[array_position(p_tenants, v_tenant)], 0));
        continue when v_share <= 0 or v_due_since > present();
        return query
          select id from deliveries
          where state = 'planned' and not is_waiting and medium = p_medium and tenant_id = v_tenant
            and send_after <= present()
          order by send_after, id limit v_share for update skip locked;
        get diagnostics v_locked = row_count;
        v_room := v_room - v_locked;
      end loop;
    end $$;

    create index deliveries_waiting on deliveries (send_after) where state = 'planned' and is_waiting;
    create index deliveries_open on deliveries (text_id) where state in ('planned', 'sending');
    create index deliveries_in_hand on deliveries ((coalesce(next_look_at, claimed_at))) where state = 'sending';
    create index deliveries_unreported on deliveries (next_look_at)
      where state = 'sent' and medium = 'sms' and next_look_at is not null;

    create index short_texts_unplanned on short_texts (disburse_at, id)
      where state in ('scheduled', 'sending') and planned_at is null and deleted_at is null;
    create index short_texts_sending on short_texts (id) where state = 'sending' and planned_at is not null;
    drop index short_texts_due;
  `.execute(db)
}
