import { rowsOf, type World } from './world.ts'

export type Tenant = Awaited<ReturnType<World['make']['tenant']>>

/** A category with many subscribers of SMS and e-mail; some can't be reached, some can't pay for all. */
export interface Crowd {
  tenant: Tenant
  size: number
}

/** The provider takes SMS to numbers that end so, and reports later that they did not arrive. */
const unreachable = { everyNth: 20, ending: '5550130' }
/** Letters to addresses that begin so are refused at once. */
const bouncing = { everyNth: 25, beginning: 'bounce+' }
/** These have tokens for one message, or for none. */
const poor = { everyNth: 15 }
const plentyOfTokens = 1_000

/** Makes the crowd, its tokens by way of the ledger. */
export async function openCrowd(world: World, size: number): Promise<Crowd> {
  const tenant = await world.make.tenant()
  await rowsOf(
    world,
    `with made as (
       insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash, time_zone, sms_phone_number)
       select $1, 'consumer', 'crowd' || n, 'crowd' || n, 'Crowd Person',
         case when n % ${bouncing.everyNth} = 0 then '${bouncing.beginning}' else 'crowd' end || n || '@mail.example',
         true, '-', 'America/New_York',
         '+1' || case when n % ${unreachable.everyNth} = 0 then (200 + n) || '${unreachable.ending}'
           else (6172000000 + n)::text end
       from generate_series(1, $2::int) n
       returning id
     ), wallet as (
       insert into wallets (tenant_id, consumer_id) select $1, id from made
     )
     insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     select $1, id, $3, medium, now() - interval '1 day' from made, unnest(array['sms', 'email']) medium`,
    [tenant.id, size, tenant.categoryId],
  )
  await rowsOf(
    world,
    `select post_ledger_entry($1, id, 0, tokens, 'admin', 'crowd:' || id, 'Tokens added', 'system')
     from (
       select id, case when row_number() over (order by id) % ${poor.everyNth} = 0 then row_number() over (order by id) % 2
         else ${plentyOfTokens} end::int as tokens
       from users where tenant_id = $1 and username like 'crowd%'
     ) granted where tokens > 0`,
    [tenant.id],
  )
  return { tenant, size }
}

/** Schedules a text for a moment ago, and wakes who plans it. */
export async function addDueText(world: World, { tenant }: Crowd, textContent: string): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    world,
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     values ($1, $2, 'Chaos', $3, now() - interval '1 second') returning id`,
    [tenant.id, tenant.categoryId, textContent],
  )
  await rowsOf(world, `select pg_notify('jobs', 'plan-due-texts')`)
  return row?.id ?? 0
}
