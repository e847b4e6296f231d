/** How one sandbox is set up. Every field has a default, see `readOptions`. */
export type SandboxOptions = {
  host: string
  /** 0 takes a free one. */
  port: number
  smtpPort: number
  /** Where the books are kept over a restart; without it they live in memory. */
  dataDir: string | undefined
  /** The address that browsers reach this process at, for challenge links. Empty: its own host and port. */
  publicUrl: string
  /** Origins that may embed the card frame. Empty: any http origin of this machine. */
  appOrigins: string[]
  /** First wait before a failed webhook is tried again, in milliseconds; doubles up to a minute. */
  webhookRetryMs: number
  stripe: {
    /** Empty: any `sk_test_…` is taken. */
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** Empty: events are kept, none is sent. */
    webhookUrl: string
    /** The account's statement descriptor prefix, which the suffix is joined to. */
    statementPrefix: string
    /** Calls that the account may make within a second; 0 for any number. A test account of Stripe's may make 25. */
    callsPerSecond: number
  }
  paypal: {
    /** Empty: any client is taken. */
    clientId: string
    clientSecret: string
    /** The id of the account's one webhook, which its signatures are made over. */
    webhookId: string
    /** Empty: events are kept, none is sent. */
    webhookUrl: string
    merchantId: string
    merchantEmail: string
  }
  mail: {
    /** Where letters that come back later are brought. Empty: they are lost. */
    bounceUrl: string
    /** What is shown there. */
    bounceSecret: string
  }
  twilio: {
    /** Empty: any account and secret are taken. */
    accountSid: string
    authToken: string
    /** The account's one API key. Empty, with a free account: any is taken. */
    keySid: string
    keySecret: string
    /** The account's one messaging service. Empty: any is taken. */
    messagingServiceSid: string
    /** Sender number of every messaging service. */
    from: string
    /** Where replies from phones go. Empty: they are only kept. */
    inboundUrl: string
    /** Pause between two statuses of a text, in milliseconds. */
    stepMs: number
  }
}

export type PartialOptions = Partial<Omit<SandboxOptions, 'stripe' | 'paypal' | 'mail' | 'twilio'>> & {
  stripe?: Partial<SandboxOptions['stripe']>
  paypal?: Partial<SandboxOptions['paypal']>
  mail?: Partial<SandboxOptions['mail']>
  twilio?: Partial<SandboxOptions['twilio']>
}

/** Fills the gaps of `input` with the defaults. */
export function completeOptions(input: PartialOptions): SandboxOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: undefined,
    publicUrl: '',
    appOrigins: [],
    webhookRetryMs: 1000,
    ...input,
    stripe: {
      secretKey: '',
      publishableKey: '',
      webhookSecret: 'whsec_sandbox',
      webhookUrl: '',
      statementPrefix: 'ALMANAC',
      callsPerSecond: 0,
      ...input.stripe,
    },
    paypal: {
      clientId: '',
      clientSecret: '',
      webhookId: 'WHSANDBOX',
      webhookUrl: '',
      merchantId: 'SANDBXMRCHNT2',
      merchantEmail: 'merchant@example.com',
      ...input.paypal,
    },
    mail: { bounceUrl: '', bounceSecret: 'sandbox-bounce-secret', ...input.mail },
    twilio: {
      accountSid: '',
      authToken: 'sandbox-auth-token',
      keySid: '',
      keySecret: '',
      messagingServiceSid: '',
      from: '+15005550006',
      inboundUrl: '',
      stepMs: 150,
      ...input.twilio,
    },
  }
}

/** Reads the environment; a bad value throws a sentence that names it. */
export function readOptions(env: Record<string, string | undefined>): SandboxOptions {
  const text = (name: string, fallback = '') => env[name] || fallback
  const whole = (name: string, fallback: number, most: number) => {
    const value = Number(env[name] || fallback)
    if (!Number.isInteger(value) || value < 0 || value > most) {
      throw new Error(`${name} must be a whole number from 0 to ${most}, not '${env[name]}'.`)
    }
    return value
  }
  const webAddress = (name: string) => {
    const value = text(name)
    if (value !== '' && !URL.canParse(value))
      throw new Error(`${name} must be a web address, not '${value}'.`)
    return value
  }
  return completeOptions({
    host: text('HOST', '127.0.0.1'),
    port: whole('SANDBOX_PORT', 0, 65_535),
    smtpPort: whole('SANDBOX_SMTP_PORT', 0, 65_535),
    dataDir: env.SANDBOX_DATA_DIR || undefined,
    publicUrl: webAddress('SANDBOX_PUBLIC_URL').replace(/\/$/, ''),
    appOrigins: text('SANDBOX_APP_ORIGINS')
      .split(',')
      .map((origin) => origin.trim().replace(/\/$/, ''))
      .filter((origin) => origin !== ''),
    webhookRetryMs: whole('SANDBOX_WEBHOOK_RETRY_MS', 1000, 3_600_000),
    stripe: {
      secretKey: text('SANDBOX_STRIPE_SECRET_KEY'),
      publishableKey: text('SANDBOX_STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: text('SANDBOX_STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
      webhookUrl: webAddress('SANDBOX_WEBHOOK_STRIPE_URL'),
      statementPrefix: text('SANDBOX_STRIPE_STATEMENT_PREFIX', 'ALMANAC'),
      callsPerSecond: whole('SANDBOX_STRIPE_PER_SECOND', 0, 10_000),
    },
    paypal: {
      clientId: text('SANDBOX_PAYPAL_CLIENT_ID'),
      clientSecret: text('SANDBOX_PAYPAL_CLIENT_SECRET'),
      webhookId: text('SANDBOX_PAYPAL_WEBHOOK_ID', 'WHSANDBOX'),
      webhookUrl: webAddress('SANDBOX_WEBHOOK_PAYPAL_URL'),
    },
    mail: {
      bounceUrl: webAddress('SANDBOX_WEBHOOK_BOUNCE_URL'),
      bounceSecret: text('SANDBOX_BOUNCE_SECRET', 'sandbox-bounce-secret'),
    },
    twilio: {
      accountSid: text('SANDBOX_TWILIO_ACCOUNT_SID'),
      authToken: text('SANDBOX_TWILIO_AUTH_TOKEN', 'sandbox-auth-token'),
      keySid: text('SANDBOX_TWILIO_KEY_SID'),
      keySecret: text('SANDBOX_TWILIO_KEY_SECRET'),
      messagingServiceSid: text('SANDBOX_TWILIO_SERVICE_SID'),
      from: text('SANDBOX_TWILIO_FROM', '+15005550006'),
      inboundUrl: webAddress('SANDBOX_WEBHOOK_TWILIO_URL'),
      stepMs: whole('SANDBOX_TWILIO_STEP_MS', 150, 600_000),
    },
  })
}
