import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import {
  type SandboxProcess,
  sandboxEnvironment,
  startSandboxProcess,
} from '../../server/test/sandbox-process.ts'
import { openScene, type Scene } from '../scene.ts'

/** A tenant with signs and many subscribers, a sandbox that takes messages and keeps its reports to itself. */
export interface DeliveryScene extends Scene {
  client: pg.Client
  sandbox: SandboxProcess
}

/** Opens the scene, does with it what is to be measured, and ends it. */
export async function withDeliveryScene<Result>(
  work: (scene: DeliveryScene) => Promise<Result>,
): Promise<Result> {
  const scene = await openScene(1)
  const client = new pg.Client({ connectionString: scene.databaseUrl })
  await client.connect()
  const sandbox = await startSandboxProcess({
    ...sandboxEnvironment('http://127.0.0.1:1'),
    SANDBOX_TWILIO_STEP_MS: '600000',
  })
  try {
    return await work({ ...scene, client, sandbox })
  } finally {
    await client.end()
    await sandbox.stop()
    await scene.close()
  }
}

const plentyOfTokens = 1_000

/** Adds signs, each with so many subscribers of its own by both media, who have tokens for many texts. */
export async function addSigns(
  { client, tenantId }: DeliveryScene,
  signs: number,
  subscribersEach: number,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into categories (tenant_id, name, sort_order)
     select $1, 'Sign ' || (select count(*) from categories) + n, 2 from generate_series(1, $2::int) n returning id`,
    [tenantId, signs],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `insert into category_mediums (tenant_id, category_id, name, number_of_tokens)
     select $1, id, medium, 1 from unnest($2::int[]) id, unnest(array['sms', 'email']) medium`,
    [tenantId, ids],
  )
  for (const id of ids) await addSubscribers(client, { tenantId, categoryId: id, count: subscribersEach })
  await client.query('vacuum analyze')
  return ids
}

async function addSubscribers(
  client: pg.Client,
  { tenantId, categoryId, count }: { tenantId: number; categoryId: number; count: number },
): Promise<void> {
  await client.query(
    `with numbered as (
       select n, '+1' || (2012000000 + (select count(*) from users) + n) as phone from generate_series(1, $3::int) n
     ), made as (
       insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash,
         time_zone, sms_phone_number)
       select $1, 'consumer', phone, phone, 'Crowd Person', 'crowd' || phone || '@mail.example', true, '-',
         'America/New_York', phone
       from numbered returning id
     ), wallet as (
       insert into wallets (tenant_id, consumer_id) select $1, id from made
     )
     insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
     select $1, id, $2, medium, now() - interval '1 day' from made, unnest(array['sms', 'email']) medium`,
    [tenantId, categoryId, count],
  )
  await client.query(
    `select count(post_ledger_entry($1, consumer_id, 0, ${plentyOfTokens}, 'admin', 'crowd:' || consumer_id, 'Tokens added', 'system'))
     from wallets where tenant_id = $1 and balance = 0`,
    [tenantId],
  )
}

/** Schedules a text of each sign, and wakes who plans them when they are due. @returns their ids */
export async function addTexts(
  { client, tenantId }: DeliveryScene,
  signs: readonly number[],
  inSeconds = -1,
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
     select $1, id, 'A slow breakfast', 'Let breakfast take an hour today.', now() + make_interval(secs => $3)
     from unnest($2::int[]) id returning id`,
    [tenantId, signs, inSeconds],
  )
  return rows.map(({ id }) => id)
}

/** Waits until a statement that answers `is_over` says so. @throws Error after so many seconds. */
export async function waitUntil(
  { client }: DeliveryScene,
  condition: string,
  values: unknown[],
  atMostSeconds: number,
): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await client.query<{ is_over: boolean }>(`select ${condition} as is_over`, values)
    if (rows[0]?.is_over) return
    if (performance.now() - startedAt > atMostSeconds * 1_000) {
      throw new Error(`Not within ${atMostSeconds} s: ${condition}`)
    }
    await wait(100)
  }
}
