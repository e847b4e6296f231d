import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '../chaos/serve.ts'
import { rowsOf, type World } from '../chaos/world.ts'
import { printTable, type Row } from '../table.ts'
import { withWorld } from './with-world.ts'

const letters = 60
const hangMs = 10_000
const waitAtMostMs = 120_000

/** Measures how long an SMS and a letter of one tenant take while the mail host hangs on 60 letters of another. */
export async function measureSlowHost(): Promise<void> {
  const rows = await withWorld('slow_host', async (world): Promise<Row[]> => {
    const slow = await addSubscribers(world, letters, '@slow.example')
    const other = await addSubscribers(world, 1, '@mail.example')
    const fault = {
      provider: 'smtp',
      kind: 'latency',
      latencyMs: hangMs,
      times: 100_000,
      path: '@slow.example',
    }
    await world.sandbox.control('faults', fault)
    await serve(world, { SMS_QUIET_HOURS: 'off' })
    const slowText = await addText(world, slow)
    const text = await addText(world, other)
    await rowsOf(world, `select pg_notify('jobs', 'plan-due-texts')`)
    const startedAt = performance.now()
    const until = async (medium: string): Promise<Row> => {
      const left = `text_id = $1 and medium = $2 and state in ('sent', 'delivered')`
      while ((await countOf(world, left, [text, medium])) === 0) {
        if (performance.now() - startedAt > waitAtMostMs) return [medium, 'not handed over']
        await wait(20)
      }
      return [medium, `handed over ${((performance.now() - startedAt) / 1_000).toFixed(2)} s after its time`]
    }
    const figures = await Promise.all([until('sms'), until('email')])
    const waiting = await countOf(world, `text_id = $1 and state in ('planned', 'sending')`, [slowText])
    return [...figures, ['letters to the slow host not yet through', `${waiting} of ${letters}`]]
  })
  printTable(`${letters} letters of one tenant hang ${hangMs / 1_000} s each; another tenant's text`, rows)
}

interface Subscribed {
  tenantId: number
  categoryId: number
}

async function addSubscribers(world: World, count: number, domain: string): Promise<Subscribed> {
  const tenant = await world.make.tenant()
  await rowsOf(
    world,
    `with made as (
       insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash,
         time_zone, sms_phone_number)
       select $1::int, 'consumer', 'c' || $1::int || '-' || n, 'c' || $1::int || '-' || n, 'Person', 'c' || n || $3::text, true, '-',
         'America/New_York', '+1' || (6172000000 + $1::int * 1000 + n)::text
       from generate_series(1, $2::int) n returning id
     ), wallet as (
       insert into wallets (tenant_id, consumer_id) select $1::int, id from made
     )
     insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     select $1::int, id, $4::int, medium, now() - interval '1 day' from made,
       unnest(case when $3::text like '@slow%' then array['email'] else array['sms', 'email'] end) medium`,
    [tenant.id, count, domain, tenant.categoryId],
  )
  await rowsOf(
    world,
    `select post_ledger_entry($1, id, 0, 10, 'admin', 'grant:' || id, 'Tokens added', 'system')
     from users where tenant_id = $1 and role = 'consumer'`,
    [tenant.id],
  )
  return { tenantId: tenant.id, categoryId: tenant.categoryId }
}

async function addText(world: World, { tenantId, categoryId }: Subscribed): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    world,
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     values ($1::int, $2::int, 'Sound', 'A text of ' || $1::int, now()) returning id`,
    [tenantId, categoryId],
  )
  return row?.id ?? 0
}

async function countOf(world: World, which: string, values: unknown[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `select count(*)::int as count from deliveries where ${which}`,
    values,
  )
  return row?.count ?? 0
}
