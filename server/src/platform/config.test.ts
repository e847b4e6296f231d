import { describe, expect, test } from 'vitest'
import { liveMessages, livePayments, testPayPal } from '../../test/live-settings.ts'
import { ConfigError, readConfig } from './config.ts'
import { warningsOfLive } from './live-settings.ts'

type Settings = Record<string, string>

const production = {
  ...livePayments,
  ...liveMessages,
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_51Nova8bQ2xWcYt7Lr',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nova8bQ2xWcYt7Lr',
  APP_SECRET: 'thirty-two characters or even more',
  DATABASE_URL: 'postgres://almanac@db.example/almanac',
}

/** What is said of the settings, a line for each problem. */
function problemsOf(settings: Settings): string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.split('\n').slice(1)
  }
}

describe('are usable', () => {
  test.each<[string, Settings]>([
    ['no settings at all', {}],
    [
      "another program's keys, while payments and messages are in the sandbox",
      { STRIPE_SECRET_KEY: 'mine', TWILIO_ACCOUNT_SID: 'mine' },
    ],
    ['test keys on this machine, messages in the sandbox', livePayments],
    ['a restricted test key', { ...livePayments, STRIPE_SECRET_KEY: 'rk_test_51Nova8bQ2xWcYt7Lr' }],
    ['live messages, payments in the sandbox', liveMessages],
    ['production', production],
    ['production with a restricted key', { ...production, STRIPE_SECRET_KEY: 'rk_live_51Nova8bQ2xWcYt7Lr' }],
    [
      'production with test keys where that is meant',
      { ...production, ...livePayments, STRIPE_TEST_KEYS_IN_PRODUCTION: 'allow' },
    ],
    ['PayPal’s sandbox on this machine, beside our own for the rest', testPayPal],
    ['production with PayPal', { ...production, ...testPayPal, PAYPAL: 'live' }],
    [
      'production with PayPal’s sandbox where that is meant',
      { ...production, ...testPayPal, PAYPAL_TEST_IN_PRODUCTION: 'allow' },
    ],
    ['a sender without a name', { ...liveMessages, MAIL_FROM: 'hello@almanac.example' }],
    ['a mail host with a port', { ...liveMessages, SMTP_URL: 'smtp://nova:se%40cret@mail.example:587' }],
    [
      'a mail host that brings letters back',
      {
        ...liveMessages,
        BOUNCE_ADDRESS: 'bounces@almanac.example',
        BOUNCE_WEBHOOK_SECRET: 'sixteen letters!',
      },
    ],
    ['a name for the mail host', { ...liveMessages, SMTP_EHLO_NAME: 'mail.almanac.example' }],
    ['a public address by its number', { ...liveMessages, PUBLIC_URL: 'https://203.0.113.9' }],
  ])('%s', (_what, settings) => {
    expect(problemsOf(settings)).toEqual([])
  })
})

interface Row {
  of: Settings
  name: string
  value: string
  says: string
  /** The variable that is at fault, where it is another one. */
  named?: string
}

const secret = 'sk_test_51Nova8bQ2xWcYt7Lr'
const localAddresses = [
  '',
  'http://localhost:3000',
  'https://localhost',
  'https://almanac.localhost',
  'https://127.0.0.1',
  'https://127.0.9.9:8443',
  'https://[::1]:3000',
  'https://[::ffff:127.0.0.1]',
  'https://10.1.2.3',
  'https://192.168.1.7',
  'https://172.20.0.2',
  'https://almanac',
  'https://nas.local',
  'http://almanac.example',
]

describe('are refused with a sentence that names the variable', () => {
  test.each<Row>([
    { of: livePayments, name: 'STRIPE_SECRET_KEY', value: '', says: 'is needed in live mode' },
    { of: livePayments, name: 'STRIPE_SECRET_KEY', value: 'sk_test_…', says: 'is not a secret key' },
    { of: livePayments, name: 'STRIPE_SECRET_KEY', value: ` ${secret}`, says: 'is not a secret key' },
    { of: livePayments, name: 'STRIPE_SECRET_KEY', value: 'pk_test_51Nova', says: 'is not a secret key' },
    {
      of: production,
      name: 'NODE_ENV',
      value: 'development',
      says: 'a live key, which moves real money',
      named: 'STRIPE_SECRET_KEY',
    },
    {
      of: liveMessages,
      name: 'BOUNCE_ADDRESS',
      value: 'bounces@almanac.example',
      says: 'is needed beside BOUNCE_ADDRESS',
      named: 'BOUNCE_WEBHOOK_SECRET',
    },
    {
      of: { ...liveMessages, BOUNCE_WEBHOOK_SECRET: 'sixteen letters!' },
      name: 'BOUNCE_ADDRESS',
      value: '',
      says: 'is needed beside BOUNCE_WEBHOOK_SECRET',
    },
    { of: liveMessages, name: 'BOUNCE_WEBHOOK_SECRET', value: 'short', says: 'at least 16 characters' },
    { of: liveMessages, name: 'SMTP_EHLO_NAME', value: '[127.0.0.1]', says: 'is a full host name' },
    { of: liveMessages, name: 'PUBLIC_URL', value: 'https://almanac.example/shop', says: 'is an origin' },
    { of: liveMessages, name: 'PUBLIC_URL', value: 'https://almanac.example/?a=1', says: 'is an origin' },
    { of: liveMessages, name: 'PUBLIC_URL', value: 'ftp://almanac.example', says: 'is an origin' },
    {
      of: liveMessages,
      name: 'MAIL_FROM',
      value: 'A <a@nova.example>, B <b@nova.example>',
      says: 'is one address',
    },
    { of: liveMessages, name: 'METRICS_TOKEN', value: '  ', says: 'has no spaces' },
    { of: liveMessages, name: 'STATEMENT_DESCRIPTOR_PREFIX', value: '1234', says: 'needs a letter' },
    { of: liveMessages, name: 'STATEMENT_DESCRIPTOR_PREFIX', value: 'A*B', says: 'needs a letter' },
    { of: liveMessages, name: 'STATEMENT_DESCRIPTOR_PREFIX', value: 'ÉTOILE', says: 'needs a letter' },
    { of: livePayments, name: 'STRIPE_PUBLISHABLE_KEY', value: '', says: 'is needed in live mode' },
    {
      of: livePayments,
      name: 'STRIPE_PUBLISHABLE_KEY',
      value: secret,
      says: 'is a secret key, and what stands here is sent to every browser',
    },
    {
      of: livePayments,
      name: 'STRIPE_PUBLISHABLE_KEY',
      value: 'rk_live_51Nova',
      says: 'is a secret key, and what stands here is sent to every browser',
    },
    { of: livePayments, name: 'STRIPE_PUBLISHABLE_KEY', value: 'Nova', says: 'is not a publishable key' },
    {
      of: livePayments,
      name: 'STRIPE_PUBLISHABLE_KEY',
      value: 'pk_live_51Nova',
      says: 'must be of the same mode',
    },
    { of: testPayPal, name: 'PAYPAL', value: 'stripe', says: 'expected one of' },
    { of: testPayPal, name: 'PAYPAL_CLIENT_ID', value: '', says: 'is needed in live mode' },
    { of: testPayPal, name: 'PAYPAL_CLIENT_ID', value: 'a shop@mail.example', says: 'is not the client id' },
    { of: testPayPal, name: 'PAYPAL_CLIENT_SECRET', value: '', says: 'is needed in live mode' },
    { of: testPayPal, name: 'PAYPAL_CLIENT_SECRET', value: 'short', says: 'is not the secret' },
    { of: testPayPal, name: 'PAYPAL_WEBHOOK_ID', value: '', says: 'is needed in live mode' },
    {
      of: testPayPal,
      name: 'PAYPAL_WEBHOOK_ID',
      value: 'https://almanac.example/v1/webhooks/paypal',
      says: 'is not named by its address',
    },
    { of: testPayPal, name: 'PAYPAL', value: 'live', says: 'needs NODE_ENV=production' },
    { of: { ...production, ...testPayPal }, name: 'PAYPAL', value: 'test', says: 'where nobody pays' },
    { of: production, name: 'PAYPAL', value: 'sandbox', says: 'must be live or off in production' },
    { of: livePayments, name: 'STRIPE_WEBHOOK_SECRET', value: '', says: 'is needed in live mode' },
    { of: livePayments, name: 'STRIPE_WEBHOOK_SECRET', value: secret, says: 'is not the signing secret' },
    {
      of: production,
      name: 'STRIPE_PUBLISHABLE_KEY',
      value: 'pk_test_51Nova',
      says: 'must be of the same mode',
    },
    {
      of: { ...production, ...livePayments },
      name: 'STRIPE_SECRET_KEY',
      value: secret,
      says: 'is a test key',
    },
    { of: production, name: 'PUBLIC_URL', value: '', says: 'must be a public https address' },
    { of: liveMessages, name: 'TWILIO_ACCOUNT_SID', value: 'AC0123', says: 'is not an account SID' },
    {
      of: liveMessages,
      name: 'TWILIO_API_KEY_SID',
      value: liveMessages.TWILIO_ACCOUNT_SID,
      says: 'is not the SID of an API key',
    },
    { of: liveMessages, name: 'TWILIO_API_KEY_SECRET', value: '', says: 'is needed in live mode' },
    { of: liveMessages, name: 'TWILIO_AUTH_TOKEN', value: '', says: 'is needed in live mode' },
    {
      of: liveMessages,
      name: 'TWILIO_MESSAGING_SERVICE_SID',
      value: '+15005550006',
      says: 'is not the SID of a messaging service',
    },
    { of: liveMessages, name: 'SMTP_URL', value: 'mail.example', says: 'is not the address of a mail host' },
    {
      of: liveMessages,
      name: 'SMTP_URL',
      value: 'smtp://nova:se#cret@mail.example',
      says: 'is not the address of a mail host',
    },
    { of: liveMessages, name: 'MAIL_FROM', value: '', says: 'is needed in live mode' },
    { of: liveMessages, name: 'MAIL_FROM', value: 'almanac@localhost', says: 'not at localhost' },
    {
      of: liveMessages,
      name: 'MAIL_FROM',
      value: 'Almanac <almanac@mail.localhost>',
      says: 'not at localhost',
    },
    { of: liveMessages, name: 'MAIL_FROM', value: 'Almanac', says: 'is not an address' },
    { of: production, name: 'MAIL_FROM', value: '', says: 'is needed in live mode' },
    ...localAddresses.map((value) => ({
      of: liveMessages,
      name: 'PUBLIC_URL',
      value,
      says: 'Twilio refuses messages (21609)',
    })),
  ])('$name "$value": $says', ({ of, name, value, says, named = name }) => {
    const problems = problemsOf({ ...of, [name]: value })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^ {2}${named}: .*`))])
    expect(problems[0]).toContain(says)
  })

  test('and values, which are secrets, are never repeated', () => {
    const settings = {
      STRIPE_SECRET_KEY: 'pk_test_mySecret',
      STRIPE_PUBLISHABLE_KEY: 'sk_test_mySecret',
      STRIPE_WEBHOOK_SECRET: 'mySecret',
    }
    const problems = problemsOf({ PAYMENTS: 'live', ...settings })
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toContain('mySecret')
  })

  test('live keys where Stripe cannot reach the product are', () => {
    const settings = { ...production, PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'development' }
    expect(problemsOf({ ...settings, MESSAGES: 'sandbox' })).toEqual([
      expect.stringContaining('a live key, which moves real money'),
      expect.stringContaining('PUBLIC_URL: must be a public https address in live mode: Stripe'),
    ])
  })
})

test.each<[string, Settings, string, number]>([
  ['test keys on this machine are', livePayments, 'http://localhost:3000', 1],
  ['PayPal’s sandbox on this machine is', testPayPal, 'http://localhost:3000', 1],
  ['test keys behind a public address are not', livePayments, 'https://almanac.example', 0],
  ['payments in the sandbox are not', {}, 'http://localhost:3000', 0],
])('%s warned of', (_what, settings, publicUrl, count) => {
  const warnings = warningsOfLive(readConfig(settings), publicUrl)
  expect(warnings).toHaveLength(count)
  const says =
    settings === testPayPal
      ? 'PayPal cannot send its events to http://localhost:3000'
      : 'stripe listen --forward-to localhost:3000/v1/webhooks/stripe'
  for (const warning of warnings) expect(warning).toContain(says)
})

test('live messages without a postal address or a way back for letters are warned of, each by its name', () => {
  const warned = (settings: Settings) =>
    warningsOfLive(readConfig({ ...liveMessages, ...settings }), 'https://almanac.example').map(
      (warning) => warning.split(' ')[0],
    )
  expect(warned({})).toEqual(['MAIL_POSTAL_ADDRESS', 'BOUNCE_ADDRESS'])
  const back = { BOUNCE_ADDRESS: 'bounces@almanac.example', BOUNCE_WEBHOOK_SECRET: 'sixteen letters!' }
  expect(warned({ MAIL_POSTAL_ADDRESS: '1 Main St, Boston MA 02110', ...back })).toEqual([])
})
