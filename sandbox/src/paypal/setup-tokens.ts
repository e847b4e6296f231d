import { newPaypalId } from '../state/ids.ts'
import { compact, link, type PaypalCall, type PaypalWorld } from './context.ts'
import { notFound, refused } from './errors.ts'
import { showPayer } from './payers.ts'
import type { Funding, Payer, SetupTokenRow, Wallet } from './rows.ts'

const lifeMs = 3 * 86_400_000

type WalletRequest = {
  description?: string
  usage_type: string
  customer_type?: string
  permit_multiple_payment_tokens?: boolean
  experience_context?: { brand_name?: string; return_url?: string; cancel_url?: string }
}
type SetupRequest = {
  customer?: { id?: string }
  payment_source: { paypal?: WalletRequest; venmo?: WalletRequest }
}

/** A setup token as the API shows it. */
export function showSetupToken(world: PaypalWorld, token: SetupTokenRow) {
  const self = link(world, 'self', `/v3/vault/setup-tokens/${token.id}`)
  const confirm = link(world, 'confirm', '/v3/vault/payment-tokens', 'POST')
  const links = {
    PAYER_ACTION_REQUIRED: [link(world, 'approve', setupPath(token)), self],
    APPROVED: [confirm, self],
    TOKENIZED: [self],
  }
  return {
    id: token.id,
    customer: { id: token.customerId },
    status: token.status,
    payment_source: {
      [token.wallet]: compact({
        description: token.description,
        permit_multiple_payment_tokens: token.permitMultiple,
        usage_type: token.usageType,
        customer_type: token.customerType ?? 'CONSUMER',
        ...(token.payer && showPayer(token.payer)),
      }),
    },
    links: links[token.status],
  }
}

/** Where the payer agrees to a setup token. */
export function setupPath(token: SetupTokenRow): string {
  return `/agreements/approve?approval_session_id=${token.id}`
}

/** `POST /v3/vault/setup-tokens`: asks a payer to let their wallet be kept, without a payment. */
export function createSetupToken({ world, body }: PaypalCall<SetupRequest>) {
  const { paypal, venmo } = body.payment_source
  const source = paypal ?? venmo
  if (!source || (paypal && venmo))
    throw refused('INCOMPATIBLE_PARAMETER_VALUE', { field: '/payment_source' })
  if (!world.settings.keepsWallets) throw refused('NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE')
  const wallet: Wallet = paypal ? 'paypal' : 'venmo'
  const context = source.experience_context ?? {}
  const token = world.books.paypalSetupTokens.put({
    id: newPaypalId(17),
    status: 'PAYER_ACTION_REQUIRED',
    wallet,
    customerId: body.customer?.id ?? newPaypalId(10),
    usageType: source.usage_type,
    customerType: source.customer_type ?? null,
    description: source.description ?? null,
    permitMultiple: source.permit_multiple_payment_tokens ?? false,
    brandName: context.brand_name ?? null,
    returnUrl: context.return_url ?? null,
    cancelUrl: context.cancel_url ?? null,
    payer: null,
    funding: 'balance',
    expiresAtMs: Date.now() + lifeMs,
  })
  return { status: 201, made: token.id, body: showSetupToken(world, token) }
}

export function findSetupToken(world: PaypalWorld, id: string): SetupTokenRow | undefined {
  const token = world.books.paypalSetupTokens.get(id)
  return token && token.expiresAtMs > Date.now() ? token : undefined
}

export function getSetupToken({ world, path }: PaypalCall) {
  const token = findSetupToken(world, path.id ?? '')
  if (!token) throw notFound()
  return { status: 200, body: showSetupToken(world, token) }
}

/** The payer agrees; without effect when the token no longer waits for it. */
export function approveSetup(
  world: PaypalWorld,
  token: SetupTokenRow,
  input: { payer: Payer; funding: Funding },
): SetupTokenRow {
  if (token.status !== 'PAYER_ACTION_REQUIRED') return token
  return world.books.paypalSetupTokens.put({ ...token, ...input, status: 'APPROVED' })
}
