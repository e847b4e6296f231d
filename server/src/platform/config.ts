import { resolve } from 'node:path'
import { NORTH_AMERICAN_COUNTRIES } from '@almanac/contract/fields'
import { z } from 'zod'
import { isDatabaseUrl } from './database-hosts.ts'
import { problemsOfLive } from './live-settings.ts'
import { isProxyList, problemsOfReach } from './proxy-settings.ts'
import { readSecretFiles } from './secret-files.ts'
import { isValidZone } from './zoned-time.ts'

const mode = z.enum(['sandbox', 'live'])

const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'is an address such as postgresql://user:password@one:5432,two:5432/almanac')

/** Whether an address is http or https and names nothing beyond its host and port. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  SOCKET: z.string().startsWith('/', 'is the whole path of a socket').max(100).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  PUBLIC_URL: z.url().refine(isOrigin, 'is an origin such as https://almanac.example').optional(),
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'is a list of addresses such as 10.0.0.0/8,127.0.0.1, or loopback, or none')
    .optional(),
  ALLOW_PLAIN_HTTP: z
    .enum(['true', 'false'], { error: 'is true or false' })
    .default('false')
    .transform((word) => word === 'true'),
  DATA_DIR: z.string().default('./data'),
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  DEFAULT_TENANT: z.string().optional(),
  PAYMENTS: mode.default('sandbox'),
  PAYPAL: z.enum(['off', 'sandbox', 'test', 'live']).optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_TEST_IN_PRODUCTION: z.enum(['refuse', 'allow']).default('refuse'),
  VENMO: z.enum(['on', 'off'], { error: 'is on or off' }).default('on'),
  MESSAGES: mode.default('sandbox'),
  DEMO_WITH_LIVE_MESSAGES: z.enum(['refuse', 'allow']).default('refuse'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_TEST_KEYS_IN_PRODUCTION: z.enum(['refuse', 'allow']).default('refuse'),
  // Stripe's rule: https://docs.stripe.com/get-started/account/statement-descriptors
  STATEMENT_DESCRIPTOR_PREFIX: z
    .string()
    .min(2)
    .max(10)
    .regex(/^(?=.*[a-z])(?!.*[<>\\'"*])[ -~]+$/i, `needs a letter, and has none of < > \\ ' " *`)
    .default('ALMANAC'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_API_KEY_SID: z.string().optional(),
  TWILIO_API_KEY_SECRET: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().optional(),
  SMTP_URL: z.string().optional(),
  SMTP_ALLOW_PLAINTEXT: z.stringbool().default(false),
  MAIL_FROM: z
    .string()
    .regex(/^[^@]*(@[^@]*)?$/, 'is one address such as Almanac <hello@almanac.example>')
    .default('Almanac <almanac@localhost>'),
  MAIL_POSTAL_ADDRESS: z.string().max(200).optional(),
  SMTP_EHLO_NAME: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'is a full host name such as almanac.example')
    .optional(),
  BOUNCE_ADDRESS: z.email('is an address such as bounces@mail.almanac.example').max(100).optional(),
  BOUNCE_WEBHOOK_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
  FILES_ACCEL_PREFIX: z
    .string()
    .regex(/^\/(?:[\w.-]+\/)+$/, 'is a path such as /almanac-files/')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z.string().default(''),
  SCHEDULE_DELAY_MINUTES: z.coerce.number().int().min(0).max(10_080).default(5),
  SMS_COUNTRIES: z
    .string()
    .default('US')
    .transform((list) => list.split(',').map((country) => country.trim().toUpperCase()))
    .pipe(z.array(z.enum(NORTH_AMERICAN_COUNTRIES)).min(1)),
  SMS_QUIET_HOURS: z
    .string()
    .regex(/^(off|([01]?\d|2[0-3])-([01]?\d|2[0-3]))$/, 'is `off` or hours such as 21-8')
    .default('21-8'),
  SMS_PER_SECOND: z.coerce.number().min(0).max(10_000).default(0),
  MAIL_PER_SECOND: z.coerce.number().min(0).max(10_000).default(0),
  RELEASE_TIME_ZONE: z
    .string()
    .refine(isValidZone, 'is a time zone such as America/New_York')
    .default('America/New_York'),
  SANDBOX_URL: z.url().optional(),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_TOKEN: z.string().regex(/^\S+$/, 'has no spaces').optional(),
  RATE_LIMIT_SESSION: z.coerce.number().int().min(1).default(500),
  RATE_LIMIT_LOGIN_ADDRESS: z.coerce.number().int().min(1).default(30),
  RATE_LIMIT_CODES_ADDRESS: z.coerce.number().int().min(1).default(5),
  RATE_LIMIT_SIGN_UP_ADDRESS: z.coerce.number().int().min(1).default(600),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
})

export type Config = Omit<z.output<typeof schema>, 'PUBLIC_URL' | 'PAYPAL'> & {
  /** Follows PAYMENTS unless given: a stand-in beside the other's, and none beside real cards. */
  PAYPAL: 'off' | 'sandbox' | 'test' | 'live'
  /** Origin under which browsers reach the product; follows PORT unless given. */
  PUBLIC_URL: string | undefined
}

/** Raised at start; each line names a variable and what is wrong with it. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(`The configuration is not usable:\n${lines.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads the configuration once from environment variables and the files they name; an empty value counts as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { secrets, problems: unreadable } = readSecretFiles(environment)
  if (unreadable.length > 0) throw new ConfigError(unreadable)
  const given = Object.fromEntries(
    Object.entries({ ...environment, ...secrets }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const config = {
    ...parsed.data,
    PUBLIC_URL: parsed.data.PUBLIC_URL,
    PAYPAL:
      parsed.data.PAYPAL ?? (parsed.data.PAYMENTS === 'sandbox' ? ('sandbox' as const) : ('off' as const)),
    DATA_DIR: resolve(parsed.data.DATA_DIR),
  }
  const problems = [
    ...missingForFiles(config),
    ...missingForBounces(config),
    ...problemsOfLive(config),
    ...missingForProduction(config),
    ...problemsOfReach(config),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function missingForFiles(config: Config): string[] {
  if (!config.S3_BUCKET) return []
  if (config.FILES_ACCEL_PREFIX)
    return ['FILES_ACCEL_PREFIX: is for files in DATA_DIR, not for those in S3_BUCKET']
  return (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    .filter((name) => !config[name])
    .map((name) => `${name}: is needed beside S3_BUCKET`)
}

function missingForBounces(config: Config): string[] {
  const pair = ['BOUNCE_ADDRESS', 'BOUNCE_WEBHOOK_SECRET'] as const
  const missing = pair.filter((name) => !config[name])
  return missing.length === 1
    ? missing.map((name) => `${name}: is needed beside ${pair.find((other) => other !== name)}`)
    : []
}

function missingForProduction(config: Config): string[] {
  if (config.NODE_ENV !== 'production') return []
  const lines: string[] = []
  if (config.PAYMENTS === 'sandbox') lines.push('PAYMENTS: must be live in production')
  if (config.PAYPAL === 'sandbox') lines.push('PAYPAL: must be live or off in production')
  if (config.MESSAGES === 'sandbox') lines.push('MESSAGES: must be live in production')
  if (config.SANDBOX_URL) lines.push('SANDBOX_URL: must not be set in production')
  if (!config.APP_SECRET) lines.push('APP_SECRET: is needed in production')
  if (!config.DATABASE_URL) lines.push('DATABASE_URL: is needed in production')
  return lines
}
