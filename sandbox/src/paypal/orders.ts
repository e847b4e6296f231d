import { newPaypalId } from '../state/ids.ts'
import { now, type PaypalCall, type PaypalWorld } from './context.ts'
import { badRequest, notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { centsOf } from './money.ts'
import { type Amount, checkAmounts, type Item } from './order-amounts.ts'
import { approvalPath, showOrder } from './order-views.ts'
import { payerOf } from './payers.ts'
import { usableToken } from './payment-tokens.ts'
import type { Funding, OrderRow, Payer, PaymentTokenRow, Wallet } from './rows.ts'
import { checkInvoice, refusalOf, takePayment } from './take-payment.ts'

type Context = { brand_name?: string; return_url?: string; cancel_url?: string }
type Source = {
  vault_id?: string
  email_address?: string
  experience_context?: Context
  attributes?: {
    customer?: { id?: string }
    vault?: { store_in_vault?: string; usage_type: string; permit_multiple_payment_tokens?: boolean }
  }
  stored_credential?: { payment_initiator: string; usage?: string }
}
type Unit = {
  reference_id?: string
  amount: Amount
  items?: Item[]
  description?: string
  custom_id?: string
  invoice_id?: string
  soft_descriptor?: string
}
export type OrderRequest = {
  intent: string
  purchase_units: [Unit]
  payment_source?: { paypal?: Source; venmo?: Source }
  application_context?: Context
}

/** `POST /v2/checkout/orders`: an order for the payer to approve, or, with a saved wallet, a payment at once. */
export function createOrder(call: PaypalCall<OrderRequest>) {
  const { world, body } = call
  checkPlayed(body)
  const [wallet, source] = sourceOf(body)
  if (wallet && call.requestId === null) {
    throw badRequest([{ issue: 'PAYPAL_REQUEST_ID_REQUIRED', field: 'PayPal-Request-Id' }])
  }
  const [{ amount, items = [] }] = body.purchase_units
  checkAmounts(amount, items)
  checkSource(world, source)
  const token = source.vault_id ? usableToken(world, wallet ?? 'paypal', source.vault_id) : null
  const order = newOrder(world, body, token)
  const paid = token ? chargeSaved(world, order, token) : world.books.paypalOrders.put(order)
  return { status: 201, made: paid.id, body: showOrder(world, paid, call.whole) }
}

function checkPlayed(body: OrderRequest): void {
  if (body.intent !== 'CAPTURE') {
    throw badRequest([{ issue: 'NOT_SUPPORTED', field: '/intent', value: body.intent, location: 'body' }])
  }
  if (body.purchase_units.length !== 1) {
    throw badRequest([{ issue: 'NOT_SUPPORTED', field: '/purchase_units/1', location: 'body' }])
  }
  const sources = Object.keys(body.payment_source ?? {})
  if (sources.length > 1) throw refused('INCOMPATIBLE_PARAMETER_VALUE', { field: '/payment_source' })
}

function sourceOf(body: OrderRequest): [Wallet | null, Source] {
  const { paypal, venmo } = body.payment_source ?? {}
  if (paypal) return ['paypal', paypal]
  return venmo ? ['venmo', venmo] : [null, {}]
}

function checkSource({ settings }: PaypalWorld, source: Source): void {
  const vault = source.attributes?.vault
  if (vault && !settings.keepsWallets) throw refused('NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE')
  if (vault && vault.store_in_vault === undefined) throw refused('VAULT_INSTRUCTION_REQUIRED')
  const credential = source.stored_credential
  const firstByMerchant = credential?.payment_initiator === 'MERCHANT' && credential.usage === 'FIRST'
  if (firstByMerchant || (credential && !source.vault_id && credential.usage === 'SUBSEQUENT')) {
    throw refused('INCOMPATIBLE_PARAMETER_VALUE', { field: '/payment_source/paypal/stored_credential' })
  }
}

function newOrder(world: PaypalWorld, body: OrderRequest, token: PaymentTokenRow | null): OrderRow {
  const [wallet, source] = sourceOf(body)
  const [unit] = body.purchase_units
  // Venmo's own context knows no addresses.
  const context = { ...body.application_context, ...(wallet === 'paypal' && source.experience_context) }
  const vault = source.attributes?.vault
  return {
    id: newPaypalId(17),
    status: wallet ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    wallet,
    amountCents: centsOf(unit.amount),
    referenceId: unit.reference_id ?? 'default',
    description: unit.description ?? null,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    softDescriptor: unit.soft_descriptor ?? null,
    brandName: context.brand_name ?? source.experience_context?.brand_name ?? null,
    email: source.email_address ?? null,
    returnUrl: context.return_url ?? null,
    cancelUrl: context.cancel_url ?? null,
    vault:
      vault && !token
        ? {
            usageType: vault.usage_type,
            permitMultiple: vault.permit_multiple_payment_tokens ?? false,
            customerId: source.attributes?.customer?.id ?? null,
          }
        : null,
    vaultId: token?.id ?? null,
    payer: token?.payer ?? null,
    funding: token?.funding ?? 'balance',
    captureId: null,
    createdAt: now(),
    updatedAt: now(),
    expiresAtMs: Date.now() + world.settings.orderLifeMs,
  }
}

const createPath = '/v2/checkout/orders'

/** Without the payer: captured in the creation, or refused and no order made. */
function chargeSaved(world: PaypalWorld, order: OrderRow, token: PaymentTokenRow): OrderRow {
  const refusal = refusalOf(world, createPath, token.funding)
  if (refusal) throw refused(refusal)
  checkInvoice(world, order.invoiceId)
  return takePayment(world, createPath, { ...order, payer: token.payer })
}

/** @throws 404, also for an order that was not captured in its time */
export function findOrder(world: PaypalWorld, id: string): OrderRow {
  const order = world.books.paypalOrders.get(id)
  if (!order || (order.status !== 'COMPLETED' && order.expiresAtMs <= Date.now())) throw notFound()
  return order
}

export function getOrder({ world, path }: PaypalCall) {
  return { status: 200, body: showOrder(world, findOrder(world, path.id ?? ''), true) }
}

/** `POST /v2/checkout/orders/{id}/capture`. A declined instrument sends the payer back to choose another. */
export function captureOrder(call: PaypalCall) {
  const { world } = call
  const order = findOrder(world, call.path.id ?? '')
  if (order.status === 'COMPLETED') throw refused('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED' || !order.payer) throw refused('ORDER_NOT_APPROVED')
  const path = `/v2/checkout/orders/${order.id}/capture`
  const refusal = refusalOf(world, path, order.funding)
  if (refusal) throw sendBack(world, order, refusal)
  checkInvoice(world, order.invoiceId)
  const paid = takePayment(world, path, { ...order, payer: order.payer })
  return { status: 201, made: paid.id, body: showOrder(world, paid, call.whole) }
}

/** Issues of a capture after which the payer may choose another source and approve again. */
const sendsBack = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
])

/** What a capture says in other words than the creation of an order. */
const ofCapture: Readonly<Record<string, { description: string }>> = {
  PAYER_CANNOT_PAY: {
    description:
      'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  },
}

function sendBack(world: PaypalWorld, order: OrderRow, issue: string) {
  if (!sendsBack.has(issue)) return refused(issue, ofCapture[issue])
  const status = order.wallet ? 'PAYER_ACTION_REQUIRED' : 'CREATED'
  world.books.paypalOrders.put({ ...order, status, funding: 'balance', updatedAt: now() })
  const href = world.publicUrl() + approvalPath(order)
  return refused(issue, { links: [{ href, rel: 'redirect', method: 'GET' }] })
}

/** The payer approves; without effect when the order no longer waits for it. */
export function approveOrder(
  world: PaypalWorld,
  order: OrderRow,
  input: { payer: Payer; funding: Funding },
): OrderRow {
  if (!['CREATED', 'PAYER_ACTION_REQUIRED'].includes(order.status)) return order
  const approved = world.books.paypalOrders.put({
    ...order,
    ...input,
    wallet: order.wallet ?? 'paypal',
    status: 'APPROVED',
    updatedAt: now(),
  })
  emit(
    world,
    {
      type: 'CHECKOUT.ORDER.APPROVED',
      resourceType: 'checkout-order',
      summary: 'An order has been approved by buyer',
    },
    showOrder(world, approved, true),
  )
  return approved
}

/** Who pays when nobody says otherwise: for each order or setup token somebody new. */
export function usualPayer(id: string, email: string | null): Payer {
  return payerOf(email ?? `payer.${id.slice(-8).toLowerCase()}@example.com`)
}
