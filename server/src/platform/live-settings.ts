import { BlockList, isIP } from 'node:net'

/** The part of the configuration that decides about real providers. */
export interface LiveSettings {
  NODE_ENV: string
  PUBLIC_URL?: string | undefined
  PAYMENTS: 'sandbox' | 'live'
  MESSAGES: 'sandbox' | 'live'
  /** `test` is PayPal's own sandbox. */
  PAYPAL: 'off' | 'sandbox' | 'test' | 'live'
  PAYPAL_CLIENT_ID?: string | undefined
  PAYPAL_CLIENT_SECRET?: string | undefined
  PAYPAL_WEBHOOK_ID?: string | undefined
  PAYPAL_TEST_IN_PRODUCTION: 'refuse' | 'allow'
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_TEST_KEYS_IN_PRODUCTION: 'refuse' | 'allow'
  TWILIO_ACCOUNT_SID?: string | undefined
  TWILIO_API_KEY_SID?: string | undefined
  TWILIO_API_KEY_SECRET?: string | undefined
  TWILIO_AUTH_TOKEN?: string | undefined
  TWILIO_MESSAGING_SERVICE_SID?: string | undefined
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  MAIL_POSTAL_ADDRESS?: string | undefined
  BOUNCE_ADDRESS?: string | undefined
}

type Name = keyof LiveSettings

/** Whose money a Stripe key moves: nobody's, or real money. */
type StripeMode = 'test' | 'live'

const paymentNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
const walletNames = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const
const messageNames = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_API_KEY_SID',
  'TWILIO_API_KEY_SECRET',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_MESSAGING_SERVICE_SID',
  'SMTP_URL',
] as const

const secretKey = /^(?:sk|rk)_(test|live)_\w+$/
const publishableKey = /^pk_(test|live)_\w+$/

/** Of what has a form that its provider promises, and what to say of anything else. Values are never repeated: they are secrets. */
const forms: readonly { name: Name; form: RegExp; otherwise: string }[] = [
  {
    name: 'STRIPE_SECRET_KEY',
    form: secretKey,
    otherwise: 'is not a secret key of Stripe: those start with sk_test_, sk_live_, rk_test_ or rk_live_',
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    form: publishableKey,
    otherwise: 'is not a publishable key of Stripe: those start with pk_test_ or pk_live_',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    form: /^whsec_[\w+/=-]+$/,
    otherwise: 'is not the signing secret of a webhook endpoint: those start with whsec_',
  },
  {
    name: 'PAYPAL_CLIENT_ID',
    form: /^[\w-]{20,120}$/,
    otherwise: 'is not the client id of an app at PayPal: those are some 80 letters, digits, - and _',
  },
  {
    name: 'PAYPAL_CLIENT_SECRET',
    form: /^[\w-]{20,120}$/,
    otherwise: 'is not the secret of an app at PayPal: those are some 80 letters, digits, - and _',
  },
  {
    name: 'PAYPAL_WEBHOOK_ID',
    form: /^[A-Za-z0-9]{10,50}$/,
    otherwise:
      'is not the id of a webhook at PayPal, e.g. 5GP028458E2496506: the webhook is not named by its address',
  },
  {
    name: 'TWILIO_ACCOUNT_SID',
    form: /^AC[0-9a-f]{32}$/i,
    otherwise: 'is not an account SID: those are AC and 32 hexadecimal digits',
  },
  {
    name: 'TWILIO_API_KEY_SID',
    form: /^SK[0-9a-f]{32}$/i,
    otherwise: 'is not the SID of an API key: those are SK and 32 hexadecimal digits',
  },
  {
    name: 'TWILIO_MESSAGING_SERVICE_SID',
    form: /^MG[0-9a-f]{32}$/i,
    otherwise: 'is not the SID of a messaging service: those are MG and 32 hexadecimal digits',
  },
  {
    name: 'SMTP_URL',
    form: /^smtps?:\/\/[^/\s]+\/?(\?\S*)?$/,
    otherwise: 'is not the address of a mail host, e.g. smtps://user:password@mail.example',
  },
]

/** What keeps the product from working with real providers, a line each that starts with the variable's name. */
export function problemsOfLive(settings: LiveSettings): string[] {
  const names: readonly Name[] = [
    ...(settings.PAYMENTS === 'live' ? paymentNames : []),
    ...(isRealPayPal(settings) ? walletNames : []),
    ...(settings.MESSAGES === 'live' ? messageNames : []),
  ]
  return [
    ...names.filter((name) => !settings[name]).map((name) => `${name}: is needed in live mode`),
    ...names.filter((name) => settings[name]).flatMap((name) => problemOfForm(settings, name)),
    ...(settings.PAYMENTS === 'live' ? problemsOfStripeMode(settings) : []),
    ...(isRealPayPal(settings) ? problemsOfPayPalMode(settings) : []),
    ...(names.length > 0 ? problemsOfAddress(settings) : []),
    ...(settings.MESSAGES === 'live' || settings.NODE_ENV === 'production' ? problemsOfSender(settings) : []),
  ]
}

/** What works, but not as one may expect, in sentences. `publicUrl` is where the product is after all. */
export function warningsOfLive(settings: LiveSettings, publicUrl: string): string[] {
  const ofMail = settings.MESSAGES === 'live' ? warningsOfMail(settings) : []
  if (isPublic(publicUrl)) return ofMail
  return [
    ...ofMail,
    ...(settings.PAYMENTS === 'live' ? [stripeWarning(publicUrl)] : []),
    ...(isRealPayPal(settings)
      ? [
          `PayPal cannot send its events to ${publicUrl}. Purchases settle all the same, by PayPal's answers and by asking it; refunds, disputes and withdrawn wallets are not noticed (docs/configuration.md).`,
        ]
      : []),
  ]
}

function warningsOfMail({ MAIL_POSTAL_ADDRESS, BOUNCE_ADDRESS }: LiveSettings): string[] {
  return [
    ...(MAIL_POSTAL_ADDRESS
      ? []
      : [
          'MAIL_POSTAL_ADDRESS is not set: Sunbursts by email name no postal address of their sender, as the CAN-SPAM Act wants of commercial mail (docs/configuration.md).',
        ]),
    ...(BOUNCE_ADDRESS
      ? []
      : [
          'BOUNCE_ADDRESS is not set: letters that come back later go to MAIL_FROM, and their tokens are not returned (docs/configuration.md).',
        ]),
  ]
}

function stripeWarning(publicUrl: string): string {
  const { host } = new URL(publicUrl)
  return `Stripe cannot send its events to ${publicUrl}. Purchases settle all the same, by Stripe's answers and by asking it; to receive the events here run "stripe listen --forward-to ${host}/v1/webhooks/stripe" (docs/configuration.md).`
}

/** Whether PayPal itself is called, by either of its environments. */
function isRealPayPal({ PAYPAL }: Pick<LiveSettings, 'PAYPAL'>): boolean {
  return PAYPAL === 'test' || PAYPAL === 'live'
}

/** Real money moves in production alone, and there nothing else. Its keys do not show their environment: PayPal is asked. */
function problemsOfPayPalMode({ PAYPAL, NODE_ENV, PAYPAL_TEST_IN_PRODUCTION }: LiveSettings): string[] {
  const isProduction = NODE_ENV === 'production'
  if (PAYPAL === 'live' && !isProduction) {
    return [
      'PAYPAL: live moves real money and needs NODE_ENV=production; anywhere else it is test or sandbox',
    ]
  }
  if (PAYPAL === 'test' && isProduction && PAYPAL_TEST_IN_PRODUCTION === 'refuse') {
    return [
      'PAYPAL: test is PayPal’s sandbox, where nobody pays. Set PAYPAL_TEST_IN_PRODUCTION to allow where that is meant',
    ]
  }
  return []
}

function problemOfForm(settings: LiveSettings, name: Name): string[] {
  const value = settings[name] ?? ''
  const rule = forms.find((one) => one.name === name)
  if (!rule || (rule.form.test(value) && (name !== 'SMTP_URL' || URL.canParse(value)))) return []
  if (name === 'STRIPE_PUBLISHABLE_KEY' && /^(sk|rk)_/.test(value)) {
    return [
      `${name}: is a secret key, and what stands here is sent to every browser. Give the one that starts with pk_; if this one was ever served, roll it at Stripe`,
    ]
  }
  return [`${name}: ${rule.otherwise}`]
}

function modeOf(form: RegExp, key: string | undefined): StripeMode | null {
  const mode = form.exec(key ?? '')?.[1]
  return mode === 'test' || mode === 'live' ? mode : null
}

/** Both keys are of one mode: live in production, and test anywhere else. */
function problemsOfStripeMode(settings: LiveSettings): string[] {
  const secret = modeOf(secretKey, settings.STRIPE_SECRET_KEY)
  const publishable = modeOf(publishableKey, settings.STRIPE_PUBLISHABLE_KEY)
  if (secret && publishable && secret !== publishable) {
    return [
      `STRIPE_PUBLISHABLE_KEY: is a ${publishable} key and STRIPE_SECRET_KEY a ${secret} key; both must be of the same mode`,
    ]
  }
  const isProduction = settings.NODE_ENV === 'production'
  if (secret === 'live' && !isProduction) {
    return [
      "STRIPE_SECRET_KEY: is a live key, which moves real money, and needs NODE_ENV=production: anywhere else everyone knows the demo users' password, and codes may lie open in the sandbox",
    ]
  }
  if (secret === 'test' && isProduction && settings.STRIPE_TEST_KEYS_IN_PRODUCTION === 'refuse') {
    return [
      'STRIPE_SECRET_KEY: is a test key, with which nobody pays. Set STRIPE_TEST_KEYS_IN_PRODUCTION to allow where that is meant',
    ]
  }
  return []
}

/**
 * Providers call back at PUBLIC_URL. Only test keys of Stripe may be tried without: purchases settle by its answers, but
 * where real money moves each event must arrive.
 */
function problemsOfAddress(settings: LiveSettings): string[] {
  const { PUBLIC_URL, NODE_ENV, MESSAGES } = settings
  if (isPublic(PUBLIC_URL)) return []
  if (MESSAGES === 'live') {
    return [
      'PUBLIC_URL: must be a public https address in live mode: Twilio refuses messages (21609) whose reports it cannot deliver',
    ]
  }
  const hasLiveKey = settings.PAYMENTS === 'live' && modeOf(secretKey, settings.STRIPE_SECRET_KEY) === 'live'
  if (NODE_ENV !== 'production' && !hasLiveKey) return []
  const sender = settings.PAYMENTS === 'live' ? 'Stripe' : 'PayPal'
  return [`PUBLIC_URL: must be a public https address in live mode: ${sender} sends its events there`]
}

function problemsOfSender({ MAIL_FROM }: LiveSettings): string[] {
  const host = /^(?:[^<>@]*<[^<>\s@]+@([^<>\s@]+)>|[^<>\s@]+@([^<>\s@]+))$/.exec(MAIL_FROM.trim())
  const name = (host?.[1] ?? host?.[2])?.toLowerCase()
  if (!name) return ['MAIL_FROM: is not an address such as Almanac <hello@almanac.example>']
  if (isPublicName(name)) return []
  return [
    'MAIL_FROM: is needed in live mode, at a domain of your own and not at localhost: emails come from it',
  ]
}

/** Networks that nobody outside of them reaches. */
const inner = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  inner.addSubnet(network, prefix, 'ipv4')
}
inner.addSubnet('fc00::', 7, 'ipv6')
inner.addSubnet('fe80::', 10, 'ipv6')
inner.addAddress('::1', 'ipv6')
inner.addAddress('::', 'ipv6')

/** Whether a provider may reach an origin from outside: by https, under a name that is not this machine's own. */
function isPublic(url: string | undefined): boolean {
  if (!url) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && isPublicName(hostname.replace(/^\[|\]$/g, ''))
}

function isPublicName(host: string): boolean {
  const version = isIP(host)
  if (version) return !inner.check(host, version === 6 ? 'ipv6' : 'ipv4')
  const labels = host.replace(/\.$/, '').split('.')
  return labels.length > 1 && !['localhost', 'localdomain', 'local', 'internal'].includes(labels.at(-1) ?? '')
}
