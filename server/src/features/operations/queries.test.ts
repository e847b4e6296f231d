import type { Caller } from '@almanac/contract/operations'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { deliver, openDesk, sell } from '../../../test/desk.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noteCall } from '../../platform/callers.ts'
import { listProviders } from '../payments/index.ts'
import { figureSamples, gaugeHelp } from './figure-samples.ts'

let app: TestApp
let client: TestClient
let admin: { id: number; username: string }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.admin()
  client = await app.signIn(admin.username, null)
})
beforeEach(async () => {
  await app.query('delete from job_runs')
  await app.query('delete from payment_events')
})
afterAll(() => app.close())

const read = async () => (await client.get('/v1/admin/health')).body
const figuresAre = (group: string, figures: object) =>
  expect.poll(async () => (await read()).figures[group]).toMatchObject(figures)

/** The gauges of `/metrics` by name and label. */
async function readMetrics(): Promise<Record<string, number>> {
  const { raw, status } = await app.client().get('/metrics')
  expect(status).toBe(200)
  return Object.fromEntries(
    [...raw.toString('utf8').matchAll(/^(almanac_\w+)\{\w+="([^"]+)"\} (\S+)$/gm)].map(
      ([, name, label, value]) => [`${name} ${label}`, Number(value)],
    ),
  )
}

const receive = (eventId: string, parked: boolean) =>
  app.query(
    `insert into payment_events (provider, event_id, type, body, attempts, error, parked_at)
     values ('stripe', '${eventId}', 'charge.odd', '{}', 3, 'nobody handles charge.odd yet', ${parked ? 'now()' : 'null'})`,
  )

describe('the health of the platform', () => {
  test('counts deliveries: what waits whenever it came, what became of the others within a day', async () => {
    const desk = await openDesk(app)
    const now = new Date().toISOString()
    const before = '2026-01-01T00:00:00Z'
    for (const state of ['delivered', 'delivered', 'sent', 'undeliverable', 'unknown', 'skipped'])
      await deliver(desk, { at: now, state })
    await deliver(
      desk,
      { at: before, state: 'unknown' },
      { at: before, state: 'planned' },
      { at: before, state: 'sending' },
    )
    await deliver(desk, { at: now, state: 'planned' })
    await app.query(
      `update deliveries set is_waiting = true, send_after = now() + interval '1 hour'
       where state = 'planned' and created_at > '2026-02-01'`,
    )
    const { figures, deliveriesDueSince } = await read()
    expect(figures.deliveries).toEqual({
      due: 1,
      held: 1,
      sending: 1,
      sent: 1,
      delivered: 2,
      undeliverable: 1,
      unknown: 1,
      skipped: 1,
      doubtful: 0,
    })
    expect(deliveriesDueSince).toBe('2026-01-01T00:00:00.000Z')
  })

  test('counts messages, automatic purchases and compared days', async () => {
    await app.query(
      `insert into outbox_messages (channel, lane, recipient, text, state, expires_at, created_at) values
         ('email', 'mail', 'a@b.example', 'x', 'queued', now(), now()), ('email', 'mail', 'a@b.example', 'x', 'failed', now(), now()),
         ('email', 'mail', 'a@b.example', 'x', 'failed', now(), now() - interval '2 days'), ('email', 'mail', 'a@b.example', 'x', 'sent', now(), now())`,
    )
    await app.query(
      `insert into payment_matches (provider, account, day, payments, refunds, differences, matched_at) values
         ('stripe', 'acct', (now() at time zone 'UTC')::date - 1, 3, 1, '[]', now()),
         ('stripe', 'acct', '2026-01-01', 3, 1, '[{"what":"taken there, and not paid here","purchaseId":7,"refundId":null,"providerId":"pi_7"}]', now())`,
    )
    const { figures, payments } = await read()
    expect(figures.messages).toEqual({ waiting: 1, held: 0, failed: 1 })
    expect(figures.matches).toEqual({ balanced: 1, unbalanced: 1 })
    expect(figures.autoPurchases).toEqual({ declined: 0, bank: 0, price: 0, dispute: 0 })
    expect(payments.unbalanced).toMatchObject([{ day: '2026-01-01', differences: [{ purchaseId: 7 }] }])
  })

  test('has a day that does not agree among more than a hundred later ones that do', async () => {
    await app.query(
      `insert into payment_matches (provider, account, day, payments, refunds, differences, matched_at)
       select 'paypal', 'acct', '2026-02-01'::date + n, 1, 0, '[]', now() from generate_series(1, 150) n`,
    )
    expect((await read()).payments.unbalanced).toHaveLength(1)
  })

  test('has the events that wait, and one that is replayed waits no more for a person', async () => {
    await receive('evt_parked', true)
    await receive('evt_waits', false)
    await figuresAre('events', { waiting: 1, unhandled: 1 })
    const replayed = await client.post('/v1/admin/payment-events/stripe/evt_parked/replay', {})
    expect(replayed.status).toBe(200)
    await figuresAre('events', { waiting: 2, unhandled: 0 })
  })

  test('is the same in figures as what /metrics tells', async () => {
    await receive('evt_parked', true)
    await app.query(
      `insert into job_runs (name, every_seconds, last_success_at, last_failure_at, failure)
       values ('sweep-files', 60, to_timestamp(1700000000), now(), 'no'), ('end-texts', 60, now(), null, null)`,
    )
    await noteCall(app.deps.db.reader, 'sms')
    await noteCall(app.deps.db.reader, 'stripe')
    await app.query(
      `update callers set last_heard_at = to_timestamp(1700000000), watched_from = to_timestamp(1700000000) where name = 'stripe'`,
    )
    const at = new Date(Date.now() - 3_600_000).toISOString()
    await sell(await openDesk(app), ...Array(4).fill({ at, providerAccount: 'sandbox' }))
    const { figures, callers } = await read()
    const metrics = await readMetrics()
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const told = Object.entries<Record<string, number>>(figures).flatMap(([group, states]) =>
      Object.entries(states).map(([state, value]) => [`almanac_${snake(group)} ${state}`, value] as const),
    )
    expect(told.length).toBeGreaterThan(15)
    for (const [name, value] of told) expect([name, metrics[name]]).toEqual([name, value])
    expect(metrics).toMatchObject({
      'almanac_events unhandled': 1,
      'almanac_job_unwell sweep-files': 1,
      'almanac_job_unwell end-texts': 0,
      'almanac_job_last_success_timestamp_seconds sweep-files': 1_700_000_000,
    })
    for (const { name, lastHeardAt, untold, isSilent } of callers as Caller[])
      expect([
        metrics[`almanac_caller_silent ${name}`],
        metrics[`almanac_caller_untold ${name}`],
        metrics[`almanac_caller_last_heard_timestamp_seconds ${name}`],
      ]).toEqual([
        Number(isSilent),
        untold.payments + untold.refunds + untold.messages,
        lastHeardAt === null ? undefined : Math.round(Date.parse(lastHeardAt) / 1_000),
      ])
    expect(metrics).toMatchObject({
      'almanac_caller_silent stripe': 1,
      'almanac_caller_untold stripe': 4,
      'almanac_caller_last_heard_timestamp_seconds stripe': 1_700_000_000,
      'almanac_caller_silent paypal': 0,
      'almanac_caller_silent sms': 0,
    })
    const samples = await figureSamples(app.deps.db.reader, listProviders(app.deps))
    const names = new Set(samples.map(({ gauge }) => gauge))
    expect([...names].sort()).toEqual(Object.keys(gaugeHelp).sort())
  })

  test('leaves /metrics its own figures while the database does not answer', async () => {
    const away = vi.spyOn(app.deps.db.reader, 'getExecutor').mockImplementation(() => {
      throw new Error('away')
    })
    const { status, raw } = await app.client().get('/metrics')
    away.mockRestore()
    expect(status).toBe(200)
    expect(raw.toString()).toContain('process_cpu_seconds_total')
    expect(raw.toString()).not.toMatch(/^almanac_events\{/m)
  })
})

describe('a job', () => {
  test('is woken once for each time it is asked, with one audit row', async () => {
    await app.query(
      `insert into job_runs (name, every_seconds, last_failure_at, failure) values ('sweep-files', 3600, now(), 'no')`,
    )
    const woken: string[] = []
    const stop = app.deps.wakeups.onJob((job) => woken.push(job))
    const { status, body } = await client.post('/v1/admin/jobs/sweep-files/retry', {})
    expect([status, body.message]).toEqual([200, 'The job is looking for work now.'])
    await expect.poll(() => woken).toEqual(['sweep-files'])
    stop()
    const rows = await app.query<{ action: string; subject: string }>(
      `select action, subject from audit_entries where actor_user_id = ${admin.id} and action = 'retry-job'`,
    )
    expect(rows).toEqual([{ action: 'retry-job', subject: 'job:sweep-files' }])
  })

  test('that no worker runs is not there, and leaves nothing', async () => {
    const { status, body } = await client.post('/v1/admin/jobs/no-such-job/retry', {})
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(await app.query(`select 1 from audit_entries where subject = 'job:no-such-job'`)).toEqual([])
  })
})
