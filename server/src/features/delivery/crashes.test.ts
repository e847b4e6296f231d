import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { childEnvironment } from '../../../test/child-environment.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import type { Database } from '../../platform/database.ts'
import { planDueTexts } from './plan-due-texts.ts'
import { resolveLost } from './resolve-lost.ts'
import { deliveryLanes, lanes, type SendDeps } from './send-deliveries.ts'

const workerFile = fileURLToPath(new URL('../../../test/delivery-worker.ts', import.meta.url))
/** A worker has so many in hand at once, and a kill leaves no more in doubt. */
const sentAtOnce = lanes.sms.atOnce + lanes.email.atOnce

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true, environment: { DATABASE_POOL: '10' } })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** Many consumers at once, each with a number, ten tokens and both media. */
async function crowd(tenant: MadeTenant, count: number, firstNumber: number): Promise<void> {
  await sql`
    with made as (
      insert into users (tenant_id, role, username, username_key, full_name, email, is_email_verified, password_hash, time_zone, sms_phone_number)
      select ${tenant.id}::int, 'consumer', 'c' || (${firstNumber}::bigint + n), 'c' || (${firstNumber}::bigint + n), 'Crowd Person',
        'c' || (${firstNumber}::bigint + n) || '@mail.example', true, '-', 'America/New_York', '+' || (${firstNumber}::bigint + n)
      from generate_series(1, ${count}::int) n
      returning id
    ), wallet as (
      insert into wallets (tenant_id, consumer_id) select ${tenant.id}::int, id from made
    )
    insert into subscriptions (tenant_id, consumer_id, category_id, medium, created_at)
    select ${tenant.id}::int, id, ${tenant.categoryId}::int, medium, ${noon}::timestamptz - interval '1 day' from made, unnest(array['sms', 'email']) medium
  `.execute(app.deps.db.reader)
  await sql`
    select post_ledger_entry(tenant_id, consumer_id, 0, 10, 'admin', 'crowd:' || consumer_id, 'Tokens added', 'system')
    from wallets where tenant_id = ${tenant.id}::int and balance = 0
  `.execute(app.deps.db.reader)
}

interface Tally {
  /** Deliveries of the text in all, and per state. */
  rows: number
  unknown: number
  open: number
  /** Tokens taken from the wallets, and debits in the ledger. */
  spent: number
  debits: number
}

async function tally(textId: number): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select count(*)::int as rows,
      count(*) filter (where state = 'unknown')::int as unknown,
      count(*) filter (where state in ('planned', 'sending'))::int as open,
      (select sum(10 - balance)::int from wallets where consumer_id in (select consumer_id from deliveries where text_id = ${textId})) as spent,
      (select count(*)::int from ledger_entries where reference like ${`delivery:${textId}:%`}) as debits
    from deliveries where text_id = ${textId}
  `.execute(app.deps.db.reader)
  return rows[0] as Tally
}

/** What left for the text, by recipient: SMS as the provider took them, letters as they arrived. */
async function arrivals(textContent: string): Promise<Map<string, number>> {
  const state = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const inbox = await fetch(`${app.sandbox.url}/sandbox/messages?limit=100000`)
  const { data } = (await state.json()) as { data: { twilio: { messages: { to: string; body: string }[] } } }
  const { data: letters } = (await inbox.json()) as {
    data: { to: string; channel: string; text: string }[]
  }
  const recipients = [
    ...data.twilio.messages.filter(({ body }) => body === textContent),
    ...letters.filter(({ channel, text }) => channel === 'email' && text.includes(textContent)),
  ].map(({ to }) => to)
  const counts = new Map<string, number>()
  for (const to of recipients) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

/** Whether a worker would take it up now. */
function isDue({ state, sendAfter }: { state: string; sendAfter: Date }, present: Date): boolean {
  return state === 'planned' && sendAfter <= present
}

describe('two workers at once', { timeout: 180_000 }, () => {
  test('plan and send a text of several batches without a double or a gap', async () => {
    const tenant = await app.make.tenant()
    await crowd(tenant, 230, 16_172_000_000)
    const textContent = 'Two workers, one text.'
    const textId = await sun.text(tenant, { textContent })
    const isDoneUntil = async (present: Date) => {
      const rows = await sun.deliveries(textId)
      return rows.length === 460 && rows.every((row) => row.state !== 'sending' && !isDue(row, present))
    }
    const work = async (present: Date) => {
      while (!(await isDoneUntil(present))) await Promise.all([planDueTexts(sun.deps), sun.send()])
    }
    // What a busy machine had no time for is put off by some minutes.
    for (let minutes = 0; (await sun.textState(textId)) !== 'sent'; minutes++) {
      const present = new Date(noon.getTime() + minutes * 60_000)
      await sun.clock.set(present)
      await Promise.all([work(present), work(present), work(present)])
      await sun.send()
    }
    await sun.clock.set(noon)
    expect(await tally(textId)).toEqual({ rows: 460, unknown: 0, open: 0, spent: 460, debits: 460 })
    const counts = await arrivals(textContent)
    expect(counts.size).toBe(460)
    expect(Math.max(...counts.values())).toBe(1)
    expect(await sun.textState(textId)).toBe('sent')
  })
})

describe('a worker that dies while planning', () => {
  test('before a batch commits leaves nobody out and charges nobody twice', async () => {
    const tenant = await app.make.tenant()
    await crowd(tenant, 450, 16_173_000_000)
    const textId = await sun.text(tenant)
    await planDueTexts(sun.deps)
    const dying: Database = {
      ...sun.deps.db,
      transact: (work) =>
        sun.deps.db.transact(async (tx) => {
          await work(tx)
          throw new Error('killed before the commit')
        }),
    }
    await expect(planDueTexts({ ...sun.deps, db: dying })).rejects.toThrow('killed')
    expect(await tally(textId)).toMatchObject({ rows: 400, spent: 400, debits: 400 })
    expect(await sun.textState(textId)).toBe('sending')
    await sun.plan()
    expect(await tally(textId)).toMatchObject({ rows: 900, spent: 900, debits: 900 })
    await app.query(`update deliveries set state = 'skipped' where text_id = ${textId}`)
    await sun.send()
  })
})

describe('a worker that dies while sending', () => {
  test.each([
    ['before the provider was called', 0, 'unknown'],
    ['after the provider took it', 1, 'sent'],
  ])('%s: an SMS is taken %i times and ends %s', async (_, taken, expected) => {
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    const textContent = `Died, ${taken} taken.`
    const textId = await sun.text(tenant, { textContent })
    await sun.plan()
    const dying: SendDeps = {
      ...sun.deps,
      sms: {
        ...sun.deps.sms,
        async sendSms(sms) {
          if (taken > 0) await sun.deps.sms.sendSms(sms)
          throw new Error('killed')
        },
      },
    }
    await sun.send(dying)
    expect((await sun.deliveries(textId))[0]?.state).toBe('sending')
    await sun.send()
    await sun.ageClaims(textId)
    await resolveLost(sun.deps)
    await sun.send()
    const [row] = await sun.deliveries(textId)
    expect(expected === 'sent' ? /^(sent|delivered)$/ : /^unknown$/).toSatisfy((wanted: RegExp) =>
      wanted.test(row?.state ?? ''),
    )
    expect((await arrivals(textContent)).get(consumer.smsPhoneNumber) ?? 0).toBe(taken)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: 0 })
  })

  test('held up past its claim: the SMS is taken once, and its late answer settles what was given up as unknown', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const paused: SendDeps = {
      ...sun.deps,
      sms: {
        ...sun.deps.sms,
        async sendSms(sms) {
          await held
          return sun.deps.sms.sendSms(sms)
        },
      },
    }
    const sending = sun.send(paused)
    await expect.poll(async () => (await sun.deliveries(textId))[0]?.state).toBe('sending')
    await sun.ageClaims(textId)
    await resolveLost(sun.deps)
    expect((await sun.deliveries(textId))[0]?.state).toBe('unknown')
    await sun.send()
    release?.()
    await sending
    expect((await sun.deliveries(textId))[0]?.state).toMatch(/^(sent|delivered)$/)
    const messages = await arrivals((await textOf(textId)) ?? '')
    expect(messages.get(consumer.smsPhoneNumber)).toBe(1)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  test('held up between claim and hand-over sends nothing, and takes the delivery up again later', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    const [lane] = deliveryLanes(sun.deps)
    const claim = await lane?.claim({ room: 1, share: 1, held: new Map() })
    for (const row of claim?.rows ?? []) await lane?.work({ ...row, claimedAtMs: row.claimedAtMs - 31_000 })
    expect(await sun.fates(textId)).toEqual(['sms:planned held-up'])
    await sun.clock.set(new Date(noon.getTime() + 60_000))
    await sun.send()
    await sun.clock.set(noon)
    const messages = await arrivals((await textOf(textId)) ?? '')
    expect(messages.get(consumer.smsPhoneNumber)).toBe(1)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  async function textOf(textId: number): Promise<string | undefined> {
    const [row] = await app.query<{ textContent: string }>(
      `select text_content from short_texts where id = ${textId}`,
    )
    return row?.textContent
  }
})

describe('SIGKILL', { timeout: 240_000 }, () => {
  const kills = 4
  const consumers = 80

  test('again and again, planning and sending: no double, and no gap outside what is listed as unknown', async () => {
    const tenant = await app.make.tenant()
    await crowd(tenant, consumers, 16_174_000_000)
    const textContent = 'Killed again and again.'
    const textId = await sun.text(tenant, { textContent })
    const database = (await app.query<{ name: string }>('select current_database() as name'))[0]?.name ?? ''
    const left = async () =>
      (
        await app.query<{ count: number }>(
          `select count(*)::int as count from deliveries where text_id = ${textId} and state not in ('planned')`,
        )
      )[0]?.count ?? 0
    for (let kill = 1; kill <= kills; kill++) {
      const isAfterAcceptance = kill % 2 === 0
      if (isAfterAcceptance) await keepAnswersBack()
      const enough = Math.min((await left()) + 50, 2 * consumers)
      const worker = startWorker(database)
      const isTimeToKill = async () =>
        (await left()) >= (isAfterAcceptance ? 2 * consumers : enough) ||
        (isAfterAcceptance && (await heldAnswers()) === 0)
      await expect.poll(isTimeToKill, { timeout: 60_000, interval: 5 }).toBe(true)
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    await sun.plan()
    await sun.send()
    await sun.ageClaims(textId)
    await resolveAll()
    await sun.send()

    const { rows, unknown, open, spent, debits } = await tally(textId)
    expect({ rows, open, spent, debits }).toEqual({
      rows: 2 * consumers,
      open: 0,
      spent: 2 * consumers,
      debits: 2 * consumers,
    })
    const counts = await arrivals(textContent)
    expect(Math.max(...counts.values())).toBe(1)
    expect(2 * consumers - counts.size).toBeLessThanOrEqual(unknown)
    expect(unknown).toBeLessThanOrEqual(kills * sentAtOnce)
    expect(await sun.textState(textId)).toBe('sent')
  })

  /** The providers take the next messages and keep silent about it, so that the kill falls between the two. */
  async function keepAnswersBack(): Promise<void> {
    const kind = 'timeout_after_success'
    await app.sandbox.control('faults', { provider: 'smtp', kind, times: 3 })
    await app.sandbox.control('faults', { provider: 'twilio', kind, times: 3, path: 'Messages' })
  }

  async function heldAnswers(): Promise<number> {
    const response = await fetch(`${app.sandbox.url}/sandbox/control/faults`)
    return ((await response.json()) as { data: unknown[] }).data.length
  }

  async function resolveAll(): Promise<void> {
    while ((await resolveLost(sun.deps)) > 0);
  }

  function startWorker(database: string): ChildProcess {
    const url = new URL(inject('testServerUrl'))
    url.pathname = `/${database}`
    return spawn(process.execPath, [workerFile], {
      env: {
        ...childEnvironment,
        DATABASE_URL: url.href,
        DATABASE_POOL: '5',
        DATA_DIR: app.deps.config.DATA_DIR,
        PUBLIC_URL: app.deps.publicUrl,
        SANDBOX_HTTP: app.sandbox.url,
        SANDBOX_SMTP: String(app.sandbox.smtpPort),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
})
