import { newPaypalId } from '../state/ids.ts'
import { compact, link, type PaypalCall, type PaypalWorld } from './context.ts'
import { badRequest, notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { showPayer, userName } from './payers.ts'
import type { CaptureRow, OrderRow, PaymentTokenRow, Wallet } from './rows.ts'
import { findSetupToken } from './setup-tokens.ts'

/** A payment token as the API shows it. */
export function showPaymentToken(world: PaypalWorld, token: PaymentTokenRow) {
  const self = `/v3/vault/payment-tokens/${token.id}`
  return {
    id: token.id,
    customer: { id: token.customerId },
    payment_source: {
      [token.wallet]: compact({
        description: token.description,
        permit_multiple_payment_tokens: token.permitMultiple,
        usage_type: token.usageType,
        customer_type: token.customerType ?? 'CONSUMER',
        ...showPayer(token.payer),
        account_id: token.wallet === 'paypal' ? token.payer.accountId : null,
        user_name: token.wallet === 'venmo' ? userName(token.payer) : null,
      }),
    },
    links: [link(world, 'self', self), link(world, 'delete', self, 'DELETE')],
  }
}

type NewToken = Omit<PaymentTokenRow, 'id' | 'gone'>

/**
 * Keeps a wallet. A payer has one token for one merchant's customer unless several were permitted - and then PayPal's
 * and Venmo's are the same one, good only for the wallet that came first.
 */
function addToken(world: PaypalWorld, input: NewToken): PaymentTokenRow {
  const same = world.books.paypalTokens
    .all()
    .find(
      (one) =>
        one.gone === null &&
        one.customerId === input.customerId &&
        one.payer.accountId === input.payer.accountId,
    )
  if (same && !input.permitMultiple) return same
  const token = world.books.paypalTokens.put({ ...input, id: newPaypalId(17).toLowerCase(), gone: null })
  tellOfToken(world, token, 'CREATED')
  return token
}

function tellOfToken(world: PaypalWorld, token: PaymentTokenRow, what: 'CREATED' | 'DELETED'): void {
  const metadata = token.orderId === null ? {} : { metadata: { order_id: token.orderId } }
  emit(
    world,
    {
      type: `VAULT.PAYMENT-TOKEN.${what}`,
      resourceType: 'payment_token',
      version: '3.0',
      summary: `A payment token has been ${what.toLowerCase()}.`,
    },
    { ...showPaymentToken(world, token), ...metadata },
  )
}

/** Keeps the wallet an order was paid with; `late` leaves the token to `finishVault`. */
export function keepWallet(
  world: PaypalWorld,
  order: OrderRow,
  capture: CaptureRow,
  { late }: { late: boolean },
): void {
  const customerId = order.vault?.customerId ?? newPaypalId(10)
  const waiting = world.books.paypalCaptures.put({ ...capture, vault: { tokenId: null, customerId } })
  if (!late) finishVault(world, waiting.id)
}

/** PayPal has kept the wallet: its id is there. Without effect when it was before. @throws 404 */
export function finishVault(world: PaypalWorld, captureId: string): CaptureRow {
  const capture = world.books.paypalCaptures.get(captureId)
  const order = world.books.paypalOrders.get(capture?.orderId ?? '')
  if (!capture?.vault || !order?.vault) throw notFound()
  if (capture.vault.tokenId !== null) return capture
  const token = addToken(world, {
    wallet: capture.wallet,
    customerId: capture.vault.customerId,
    payer: capture.payer,
    funding: 'balance',
    usageType: order.vault.usageType,
    customerType: null,
    description: null,
    permitMultiple: order.vault.permitMultiple,
    orderId: order.id,
    setupTokenId: null,
  })
  return world.books.paypalCaptures.put({
    ...capture,
    vault: { tokenId: token.id, customerId: token.customerId },
  })
}

type TokenRequest = { payment_source: { token: { id: string } } }

/** `POST /v3/vault/payment-tokens`: a saved wallet from a setup token that its payer has approved, once. */
export function createPaymentToken({ world, body }: PaypalCall<TokenRequest>) {
  const setup = findSetupToken(world, body.payment_source.token.id)
  const at = { field: '/payment_source/token/id', value: body.payment_source.token.id }
  if (!setup) throw refused('TOKEN_ID_NOT_FOUND', at)
  if (setup.status === 'TOKENIZED') throw refused('SETUP_TOKEN_ALREADY_TOKENIZED', at)
  if (setup.status !== 'APPROVED' || !setup.payer) throw refused('SETUP_TOKEN_NOT_APPROVED', at)
  const token = addToken(world, {
    wallet: setup.wallet,
    customerId: setup.customerId,
    payer: setup.payer,
    funding: setup.funding,
    usageType: setup.usageType,
    customerType: setup.customerType,
    description: setup.description,
    permitMultiple: setup.permitMultiple,
    orderId: null,
    setupTokenId: setup.id,
  })
  world.books.paypalSetupTokens.put({ ...setup, status: 'TOKENIZED' })
  return { status: 201, made: token.id, body: showPaymentToken(world, token) }
}

/** @throws 404 for a token that isn't there, or no longer */
export function findPaymentToken(world: PaypalWorld, id: string): PaymentTokenRow {
  const token = world.books.paypalTokens.get(id)
  if (!token || token.gone !== null) throw notFound()
  return token
}

/** The saved wallet that an order names. @throws 422 or 404 when it can't be charged */
export function usableToken(world: PaypalWorld, wallet: Wallet, id: string): PaymentTokenRow {
  const token = world.books.paypalTokens.get(id)
  const at = { field: `/payment_source/${wallet}/vault_id`, value: id }
  if (token?.gone === 'revoked') throw refused('AGREEMENT_ALREADY_CANCELLED', at)
  if (!token || token.gone !== null) throw notFound()
  if (token.wallet !== wallet) throw refused('MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE', at)
  return token
}

export function getPaymentToken({ world, path }: PaypalCall) {
  return { status: 200, body: showPaymentToken(world, findPaymentToken(world, path.id ?? '')) }
}

/** `DELETE`: 204 whether or not it was there. */
export function deletePaymentToken({ world, path }: PaypalCall) {
  const token = world.books.paypalTokens.get(path.id ?? '')
  if (token && token.gone === null) endToken(world, token, 'deleted')
  return { status: 204, body: undefined }
}

/** The token ends, by the merchant's call or by the payer in their own account. */
export function endToken(
  world: PaypalWorld,
  token: PaymentTokenRow,
  gone: 'deleted' | 'revoked',
): PaymentTokenRow {
  const ended = world.books.paypalTokens.put({ ...token, gone })
  tellOfToken(world, ended, 'DELETED')
  return ended
}

/** `GET /v3/vault/payment-tokens?customer_id=`, by pages. */
export function listPaymentTokens({ world, query }: PaypalCall) {
  const customerId = query.customer_id ?? ''
  if (!/^[0-9a-zA-Z_-]{7,36}$/.test(customerId)) {
    const issue = customerId === '' ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_SYNTAX'
    throw badRequest([{ issue, field: 'customer_id', location: 'query' }])
  }
  const size = pageNumber(query.page_size, 5)
  const page = pageNumber(query.page, 1)
  const all = world.books.paypalTokens
    .all()
    .filter((token) => token.customerId === customerId && token.gone === null)
  const counts = { total_items: all.length, total_pages: Math.ceil(all.length / size) }
  return {
    status: 200,
    body: {
      ...(query.total_required === 'true' && all.length > 0 && counts),
      customer: { id: customerId },
      payment_tokens: all
        .slice((page - 1) * size, page * size)
        .map((token) => showPaymentToken(world, token)),
      links: [link(world, 'self', `/v3/vault/payment-tokens?customer_id=${customerId}`)],
    },
  }
}

function pageNumber(value: string | undefined, usual: number): number {
  const number = Number(value ?? usual)
  if (Number.isInteger(number) && number >= 1) return number
  throw badRequest([{ issue: 'INVALID_PARAMETER_VALUE', field: 'page', location: 'query' }])
}
