import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { walletSources } from '@almanac/contract/payments'
import { openLocalFileStore } from './adapters/files/local.ts'
import { checkPayPalKeys } from './adapters/paypal/check-keys.ts'
import { createPayPal } from './adapters/paypal/paypal.ts'
import type { PayPalSettings } from './adapters/paypal/session.ts'
import { checkSmtpLogin } from './adapters/smtp/check-login.ts'
import { helloNameOf } from './adapters/smtp/hello-name.ts'
import { createSmtpMailer } from './adapters/smtp/mailer.ts'
import { smtpReturns } from './adapters/smtp/returned-mail.ts'
import { checkStripeKey } from './adapters/stripe/check-key.ts'
import { stripePageSources } from './adapters/stripe/page-sources.ts'
import { createStripe } from './adapters/stripe/stripe.ts'
import { checkTwilioAccount } from './adapters/twilio/check-account.ts'
import type { TwilioOptions } from './adapters/twilio/client.ts'
import { createTwilioSms } from './adapters/twilio/sms.ts'
import { isStillWantedSql } from './features/auto-purchase/index.ts'
import type { MailReturns, SmsCallbacks } from './features/delivery/index.ts'
import type { FileStore } from './features/media/ports.ts'
import type { Mailer, SmsSender } from './features/messages/index.ts'
import type { PaymentDeps } from './features/payments/index.ts'
import type { PaymentProvider } from './features/payments/ports.ts'
import type { WebBuild } from './features/storefront/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database.ts'
import type { PageSources } from './platform/http/security-headers.ts'
import type { Log } from './platform/log.ts'
import { openPace, type Pace } from './platform/pace.ts'
import type { ProviderCheck } from './platform/provider-check.ts'
import { loadSecrets, type Secrets } from './platform/secrets.ts'
import { listenForWakeups, type WakeupListener } from './platform/wakeups.ts'
import { sandboxAccount } from './sandbox-account.ts'

/** Where the provider sandbox listens. */
export interface SandboxAddress {
  /** Origin of its HTTP server, e.g. `http://127.0.0.1:40123`. */
  url: string
  smtpPort: number
}

/** Everything a use case may need of the outside; features take the part they name. */
export interface Deps extends Payments, Messaging {
  config: Config
  /** Origin under which browsers reach the product, without a slash at the end. */
  publicUrl: string
  log: Log
  clock: Clock
  db: Database
  /** How fast each medium's sender may be used, by all workers together. */
  paces: Readonly<Record<'sms' | 'email', Pace>>
  secrets: Secrets
  files: FileStore
  wakeups: WakeupListener
  sandbox: SandboxAddress | null
  /** The built web app; null where only the API is served. */
  web: WebBuild | null
  uploadDir: string
  close(): Promise<void>
}

interface Messaging {
  mailer: Mailer & { close(): void }
  sms: SmsSender
  smsCallbacks: SmsCallbacks
  mailReturns: MailReturns
  /** What the mail host shows when it brings a letter back. */
  bounceSecret: string | undefined
}

interface Payments
  extends Pick<PaymentDeps, 'providers' | 'wallets' | 'cardFields' | 'statementPrefix' | 'isStillWantedSql'> {
  /** Of the card fields: they follow the payments' mode alone, whatever else runs in the sandbox. */
  pageSources: PageSources
}

export interface DepsInput {
  config: Config
  databaseUrl: string
  publicUrl: string
  log: Log
  sandbox: SandboxAddress | null
  web?: WebBuild | null
  clock?: Clock
}

/** The one place where adapters are chosen. */
export async function createDeps(input: DepsInput): Promise<Deps> {
  const { config, log, sandbox } = input
  const db = openDatabase(input.databaseUrl, {
    poolSize: config.DATABASE_POOL,
    prepare: config.DATABASE_PREPARED_STATEMENTS === 'on',
    isPooled: config.DATABASE_DIRECT_URL !== undefined,
    onError: (error) => log.warn({ error: error.message }, 'an idle database connection was lost'),
  })
  const wakeups = listenForWakeups(config.DATABASE_DIRECT_URL ?? input.databaseUrl, log)
  const publicUrl = input.publicUrl.replace(/\/$/, '')
  const messaging = chooseMessaging(config, sandbox, { publicUrl, log })
  const close = async () => {
    messaging.mailer.close()
    await wakeups.close()
    await db.close()
  }
  try {
    const uploadDir = join(config.DATA_DIR, 'uploads')
    await mkdir(uploadDir, { recursive: true })
    return {
      config,
      publicUrl,
      log,
      clock: input.clock ?? systemClock,
      db,
      paces: choosePaces(config, db),
      secrets: await loadSecrets(db.reader, config.APP_SECRET),
      files: await chooseFiles(config),
      ...choosePayments(config, sandbox),
      ...messaging,
      wakeups,
      sandbox,
      web: input.web ?? null,
      uploadDir,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function chooseFiles(config: Config): Promise<FileStore> {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return openLocalFileStore({
      folder: join(config.DATA_DIR, 'files'),
      proxyPrefix: config.FILES_ACCEL_PREFIX,
    })
  }
  // Its client is a tenth of the process's memory, for those who have a bucket.
  const { openS3FileStore } = await import('./adapters/files/s3.ts')
  return openS3FileStore({
    bucket: S3_BUCKET,
    region: config.S3_REGION,
    prefix: config.S3_PREFIX,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    ...(config.S3_ENDPOINT ? { endpoint: config.S3_ENDPOINT, forcePathStyle: true } : {}),
  })
}

/** No address answers it: what a process without a sandbox uses, so that it never calls the real provider. */
const nowhere = 'http://127.0.0.1:1'

function choosePayments(config: Config, sandbox: SandboxAddress | null): Payments {
  const cards = chooseCards(config, sandbox)
  const paypal = choosePayPal(config, sandbox)
  return {
    ...cards,
    statementPrefix: config.STATEMENT_DESCRIPTOR_PREFIX,
    isStillWantedSql,
    providers: { ...cards.providers, ...(paypal ? { paypal } : {}) },
    wallets: paypal ? [...walletSources].filter((source) => source !== 'venmo' || config.VENMO === 'on') : [],
  }
}

/** Null where it is off. Its pages are its own: ours neither load nor frame anything of it. */
function choosePayPal(config: Config, sandbox: SandboxAddress | null): PaymentProvider | null {
  if (config.PAYPAL === 'off') return null
  if (config.PAYPAL !== 'sandbox') {
    return createPayPal({ ...paypalSettings(config), webhookId: config.PAYPAL_WEBHOOK_ID ?? '' })
  }
  const { paypalClientId: clientId, paypalClientSecret: clientSecret } = sandboxAccount
  const keys = { clientId, clientSecret, webhookId: sandboxAccount.paypalWebhookId }
  return createPayPal({ ...keys, environment: 'test', baseUrl: sandbox?.url ?? nowhere })
}

/** The real account, of a configuration that has one. */
function paypalSettings(config: Config): PayPalSettings {
  const { PAYPAL, PAYPAL_CLIENT_ID: clientId = '', PAYPAL_CLIENT_SECRET: clientSecret = '' } = config
  return { clientId, clientSecret, environment: PAYPAL === 'live' ? 'live' : 'test' }
}

function chooseCards(
  config: Config,
  sandbox: SandboxAddress | null,
): Pick<Payments, 'providers' | 'cardFields' | 'pageSources'> {
  if (config.PAYMENTS === 'live') {
    const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '', STRIPE_PUBLISHABLE_KEY = '' } = config
    return {
      providers: {
        stripe: createStripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET }),
      },
      cardFields: { mode: 'live', publishableKey: STRIPE_PUBLISHABLE_KEY },
      pageSources: stripePageSources,
    }
  }
  const url = sandbox?.url ?? nowhere
  return {
    providers: {
      stripe: createStripe({
        secretKey: sandboxAccount.stripeSecretKey,
        webhookSecret: sandboxAccount.stripeWebhookSecret,
        baseUrl: url,
      }),
    },
    cardFields: { mode: 'sandbox', frameOrigin: url },
    pageSources: { script: [], frame: bothNames(url), connect: [] },
  }
}

/**
 * The sandbox under either name of this machine. A page frames it under its own, so that both share a process: across
 * processes a click that follows a scroll at once is sent to where the frame was before.
 */
function bothNames(url: string): string[] {
  return [...new Set([url, url.replace('//127.0.0.1:', '//localhost:')])]
}

/** Asks each live provider, by its name, whether it accepts what is configured. None of them rejects. */
export function askProviders(
  config: Config,
  publicUrl: string,
  timeoutMs: number,
): Record<string, Promise<ProviderCheck>> {
  const { STRIPE_SECRET_KEY = '', SMTP_URL = '' } = config
  const twilio = { ...twilioOptions(config, publicUrl), timeoutMs }
  return {
    ...(config.PAYMENTS === 'live' ? { Stripe: checkStripeKey(STRIPE_SECRET_KEY, timeoutMs) } : {}),
    ...(config.PAYPAL === 'test' || config.PAYPAL === 'live'
      ? { PayPal: checkPayPalKeys(paypalSettings(config)) }
      : {}),
    ...(config.MESSAGES === 'live'
      ? {
          Twilio: checkTwilioAccount(twilio),
          'The mail host': checkSmtpLogin(SMTP_URL, timeoutMs, {
            allowPlaintext: config.SMTP_ALLOW_PLAINTEXT,
            helloName: helloNameOf(config.SMTP_EHLO_NAME, publicUrl),
          }),
        }
      : {}),
  }
}

/** The real account, of a configuration whose messages are live. */
export function twilioOptions(config: Config, publicUrl: string): TwilioOptions {
  return {
    accountSid: config.TWILIO_ACCOUNT_SID ?? '',
    keySid: config.TWILIO_API_KEY_SID ?? '',
    keySecret: config.TWILIO_API_KEY_SECRET ?? '',
    authToken: config.TWILIO_AUTH_TOKEN ?? '',
    messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID ?? '',
    publicUrl,
  }
}

function chooseMessaging(
  config: Config,
  sandbox: SandboxAddress | null,
  told: { publicUrl: string; log: Log },
): Messaging {
  const from = config.MAIL_FROM
  if (config.MESSAGES === 'live') {
    const sms = createTwilioSms({ ...twilioOptions(config, told.publicUrl), log: told.log })
    const mailer = createSmtpMailer({
      url: config.SMTP_URL ?? '',
      from,
      allowPlaintext: config.SMTP_ALLOW_PLAINTEXT,
      helloName: helloNameOf(config.SMTP_EHLO_NAME, told.publicUrl),
      bounceAddress: config.BOUNCE_ADDRESS,
    })
    const bounceSecret = config.BOUNCE_WEBHOOK_SECRET
    return { mailer, sms, smsCallbacks: sms, mailReturns: smtpReturns, bounceSecret }
  }
  const { twilioAccountSid: accountSid, twilioAuthToken: authToken } = sandboxAccount
  const sms = createTwilioSms({
    accountSid,
    keySid: accountSid,
    keySecret: authToken,
    authToken,
    messagingServiceSid: sandboxAccount.twilioMessagingServiceSid,
    ...told,
    sandboxUrl: sandbox?.url ?? nowhere,
  })
  const smtpUrl = `smtp://127.0.0.1:${sandbox?.smtpPort ?? 1}`
  const { bounceAddress, bounceSecret } = sandboxAccount
  const mailer = createSmtpMailer({ url: smtpUrl, from, bounceAddress })
  return { mailer, sms, smsCallbacks: sms, mailReturns: smtpReturns, bounceSecret }
}

/** One sender for each medium, whose pace holds for Sunbursts, codes and notices together. */
function choosePaces(config: Config, db: Database): Deps['paces'] {
  const smsSender = config.TWILIO_MESSAGING_SERVICE_SID ?? sandboxAccount.twilioMessagingServiceSid
  return {
    sms: openPace(db, { sender: `sms:${smsSender}`, perSecond: config.SMS_PER_SECOND }),
    email: openPace(db, { sender: `email:${config.MAIL_FROM}`, perSecond: config.MAIL_PER_SECOND }),
  }
}
