import { type Kysely, sql } from 'kysely'

/**
 * How fast messages leave by each sender, of all workers together. Unlogged, since what a power cut forgets is a twenty-fifth
 * of a second of a pace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table send_paces (
      sender text primary key,
      -- Up to when the places in the sender's stream are taken.
      taken_until timestamptz not null
    );

    -- Takes places in a sender's stream of p_per_second: as many as have become free, at most p_wanted; or all of them, for
    -- what waits for nobody and makes others wait. Places that nobody took are lost, but for those of the last 40 ms, so
    -- that no second has more than a twenty-fifth too many. Answers how many, and in how many milliseconds to ask again.
    create function take_send_places(p_sender text, p_wanted integer, p_per_second float8, p_is_urgent boolean)
      returns table (places integer, again_in_ms float8) language plpgsql
    as $$
    declare
      v_gap float8 := 1 / p_per_second;
      v_slack float8 := greatest(v_gap, 0.04);
      v_now timestamptz;
      v_taken_until timestamptz;
    begin
      loop
        select taken_until into v_taken_until from send_paces where sender = p_sender for update;
        exit when found;
        insert into send_paces values (p_sender, '-infinity') on conflict do nothing;
      end loop;
      -- Only now that nobody else takes any.
      v_now := clock_timestamp();
      v_taken_until := greatest(v_taken_until, v_now - make_interval(secs => v_slack));
      places := case when p_is_urgent then p_wanted
        else least(p_wanted, greatest(0, floor(extract(epoch from v_now - v_taken_until) / v_gap + 1e-6)::integer)) end;
      v_taken_until := v_taken_until + make_interval(secs => places * v_gap);
      update send_paces set taken_until = v_taken_until where sender = p_sender;
      again_in_ms := 1000 * greatest(0.02, extract(epoch from v_taken_until - v_now) + v_gap);
      return next;
    end $$;
  `.execute(db)
}
