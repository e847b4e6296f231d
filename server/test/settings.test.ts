import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeps, type Deps, twilioOptions } from '../src/deps.ts'
import { addressLimits } from '../src/features/identity/limits.ts'
import { makeFileKey } from '../src/features/media/ports.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { secretsFrom } from '../src/platform/secrets.ts'
import { createTestDatabase } from './database.ts'
import { startTestApp } from './harness.ts'
import { liveMessages, livePayments, testPayPal } from './live-settings.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-settings-'))
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

/** What `read` finds in the product as it is made with these settings. */
async function withSettings<Found>(
  settings: Record<string, string>,
  read: (deps: Deps) => Promise<Found> | Found,
): Promise<Found> {
  const deps = await createDeps({
    config: readConfig({ DATA_DIR: dataDir, ...settings }),
    databaseUrl: `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=pooled`,
    publicUrl: 'https://almanac.example',
    log: createLog('silent'),
    sandbox: null,
  })
  try {
    return await read(deps)
  } finally {
    await deps.close()
  }
}

/** The first cell of a statement's only row. */
async function cell(deps: Deps, statement: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(deps.db.reader)
  return Object.values(rows[0] ?? {})[0]
}

async function preparedNames({ db }: Deps): Promise<number> {
  return db.transact(async (tx) => {
    for (const number of [1, 2, 3]) await sql`select ${number}::int as asked_again`.execute(tx)
    const { rows } = await sql`select from pg_prepared_statements where name <> ''`.execute(tx)
    return rows.length
  })
}

const sessions = async ({ db }: Deps) => {
  const pids = await Promise.all(
    Array.from({ length: 8 }, () =>
      db.transact(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(
          tx,
        )
        return rows[0]?.pid
      }),
    ),
  )
  return new Set(pids).size
}

const secret = 'thirty-two characters or even more'
const direct = () => `${database.url}${database.url.includes('?') ? '&' : '?'}application_name=direct`
const places = async (deps: Deps, medium: 'sms' | 'email') =>
  (await deps.paces[medium].take(1_000)).places < 1_000

/** Each setting, another value than its default, and what is different then. */
const rows: [string, Record<string, string>, (deps: Deps) => unknown, unknown][] = [
  [
    'DATABASE_PREPARED_STATEMENTS=on names statements',
    {},
    async (deps) => (await preparedNames(deps)) > 0,
    true,
  ],
  ['DATABASE_PREPARED_STATEMENTS=off names none', { DATABASE_PREPARED_STATEMENTS: 'off' }, preparedNames, 0],
  ['DATABASE_POOL bounds the connections', { DATABASE_POOL: '3' }, sessions, 3],
  [
    'without DATABASE_DIRECT_URL connections have limits',
    {},
    (deps) => cell(deps, 'show statement_timeout'),
    '20s',
  ],
  [
    'APP_SECRET keys the hashes',
    { APP_SECRET: secret },
    ({ secrets }) => secrets.hmac('a', 'b'),
    secretsFrom(secret).hmac('a', 'b'),
  ],
  ['VENMO=off leaves PayPal', { VENMO: 'off' }, ({ wallets }) => wallets, ['paypal']],
  [
    'PAYPAL=off leaves no wallet and no provider',
    { PAYPAL: 'off' },
    ({ wallets, providers }) => [wallets, Object.keys(providers)],
    [[], ['stripe']],
  ],
  [
    'PAYPAL=test is a provider beside live cards',
    { ...livePayments, ...testPayPal },
    ({ providers }) => Object.keys(providers).sort(),
    ['paypal', 'stripe'],
  ],
  [
    'STRIPE_PUBLISHABLE_KEY is given to browsers',
    livePayments,
    ({ cardFields }) => cardFields,
    { mode: 'live', publishableKey: livePayments.STRIPE_PUBLISHABLE_KEY },
  ],
  [
    'STATEMENT_DESCRIPTOR_PREFIX begins statements',
    { STATEMENT_DESCRIPTOR_PREFIX: 'NOVA' },
    ({ statementPrefix }) => statementPrefix,
    'NOVA',
  ],
  [
    'BOUNCE_WEBHOOK_SECRET lets bounces in',
    { ...liveMessages, BOUNCE_ADDRESS: 'back@almanac.example', BOUNCE_WEBHOOK_SECRET: 'sixteen letters!' },
    ({ bounceSecret }) => bounceSecret,
    'sixteen letters!',
  ],
  [
    'SMS_PER_SECOND paces SMS alone',
    { SMS_PER_SECOND: '2' },
    async (deps) => [await places(deps, 'sms'), await places(deps, 'email')],
    [true, false],
  ],
  [
    'MAIL_PER_SECOND paces email alone',
    { MAIL_PER_SECOND: '2' },
    async (deps) => [await places(deps, 'sms'), await places(deps, 'email')],
    [false, true],
  ],
  [
    'RATE_LIMIT_LOGIN_ADDRESS bounds failed logins',
    { RATE_LIMIT_LOGIN_ADDRESS: '7' },
    ({ config }) => addressLimits(config).loginFailures.max,
    7,
  ],
  [
    'RATE_LIMIT_CODES_ADDRESS bounds codes',
    { RATE_LIMIT_CODES_ADDRESS: '7' },
    ({ config }) => addressLimits(config).codes.max,
    7,
  ],
  [
    'RATE_LIMIT_SIGN_UP_ADDRESS bounds registrations',
    { RATE_LIMIT_SIGN_UP_ADDRESS: '7' },
    ({ config }) => addressLimits(config).signUps.max,
    7,
  ],
]

describe('settings', () => {
  test.each(rows)('%s', async (_what, settings, read, expected) => {
    expect(await withSettings(settings, read)).toEqual(expected)
  })

  test('DATABASE_DIRECT_URL is listened on, past the pooler, whose connections get no limits of ours', async () => {
    await withSettings({ DATABASE_DIRECT_URL: direct() }, async (deps) => {
      await expect
        .poll(() =>
          cell(
            deps,
            `select array_agg(application_name) from pg_stat_activity
             where datname = current_database() and query ilike 'listen%'`,
          ),
        )
        .toEqual(['direct'])
      expect(await cell(deps, 'show statement_timeout')).not.toBe('20s')
    })
  })

  test('the five TWILIO_ settings are the account that SMS go through', () => {
    expect(twilioOptions(readConfig(liveMessages), 'https://almanac.example')).toEqual({
      accountSid: liveMessages.TWILIO_ACCOUNT_SID,
      keySid: liveMessages.TWILIO_API_KEY_SID,
      keySecret: liveMessages.TWILIO_API_KEY_SECRET,
      authToken: liveMessages.TWILIO_AUTH_TOKEN,
      messagingServiceSid: liveMessages.TWILIO_MESSAGING_SERVICE_SID,
      publicUrl: 'https://almanac.example',
    })
  })

  test('S3_BUCKET, S3_ENDPOINT, S3_PREFIX, S3_REGION and S3_ACCESS_KEY_ID lead to the bucket', async () => {
    const asked: IncomingMessage[] = []
    const bucket = createServer((request, response) => {
      asked.push(request)
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(bucket, 'listening')
    const settings = {
      S3_BUCKET: 'readings',
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      S3_PREFIX: 'north/',
      S3_REGION: 'eu-north-7',
      S3_ACCESS_KEY_ID: 'AKIDNOVA',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const key = makeFileKey({ tenant: 't1', kind: 'audio', extension: 'mp3' })
    await withSettings(settings, ({ files }) => files.remove(key))
    bucket.close()
    expect(asked[0]?.url).toMatch(/^\/readings\/north\/t1\/audio\//)
    expect(asked[0]?.headers.authorization).toMatch(/Credential=AKIDNOVA\/\d+\/eu-north-7\/s3\//)
  })

  test('SMTP_URL, MAIL_FROM, BOUNCE_ADDRESS and SMTP_EHLO_NAME are how email leaves', async () => {
    const met: { hello: string; from: string; header: string }[] = []
    const host = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (bytes) => {
          text += bytes
        })
        stream.on('end', () => {
          const { mailFrom } = session.envelope
          const header = /^From: (.*)$/m.exec(text)?.[1]?.trim() ?? ''
          met.push({ hello: session.hostNameAppearsAs, from: mailFrom ? mailFrom.address : '', header })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const settings = {
      ...liveMessages,
      SMTP_URL: `smtp://127.0.0.1:${(host.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Nova <hello@nova.example>',
      SMTP_EHLO_NAME: 'mail.nova.example',
      BOUNCE_ADDRESS: 'back@nova.example',
      BOUNCE_WEBHOOK_SECRET: 'sixteen letters!',
    }
    const mail = {
      to: 'stella@mail.example',
      subject: 'Hello',
      text: 'Hello',
      html: null,
      reference: 'message-1',
    }
    await withSettings(settings, ({ mailer }) => mailer.sendMail(mail))
    host.close()
    expect(met).toEqual([
      { hello: 'mail.nova.example', from: 'back@nova.example', header: 'Nova <hello@nova.example>' },
    ])
  })
})

describe('over the API', () => {
  test('VENMO=off neither offers Venmo nor takes an order with it', async () => {
    const app = await startTestApp({ environment: { VENMO: 'off' } })
    try {
      const tenant = await app.make.tenant()
      const consumer = await app.make.consumer(tenant)
      const browser = await app.signIn(consumer.username, tenant)
      const settings = await browser.get(`/v1/customers/${tenant.url}/payment-settings`)
      expect(settings.body.wallets).toEqual(['paypal'])
      const order = await browser.post(`/v1/customers/${tenant.url}/package/paypal/order`, {
        packageId: await app.make.tokenPackage(tenant),
        paymentSource: 'venmo',
        saveCardAsDefault: false,
      })
      expect([order.status, order.body.code]).toEqual([503, 'provider_unavailable'])
      expect(await app.query('select from purchases')).toEqual([])
    } finally {
      await app.close()
    }
  })

  test('SCHEDULE_DELAY_MINUTES is what operators are told', async () => {
    const app = await startTestApp({
      environment: { SCHEDULE_DELAY_MINUTES: '77' },
    })
    try {
      const tenant = await app.make.tenant()
      const operator = await app.make.operator(tenant)
      const desk = await app.signIn(operator.username, tenant)
      const { body } = await desk.get(`/v1/customers/${tenant.url}/short-text/settings`)
      expect(body.scheduleDelayMinutes).toBe(77)
    } finally {
      await app.close()
    }
  })
})
