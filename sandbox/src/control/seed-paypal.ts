import type { World } from '../context.ts'
import { payerOf } from '../paypal/payers.ts'
import type { CaptureRow, OrderRow, Payer, Wallet } from '../paypal/rows.ts'
import { BadControl, readBody } from './input.ts'

/** Enters kept wallets and past payments with their refunds. What is there already is left alone. */
export function seedPaypal(world: World, tokens: unknown[], payments: unknown[]) {
  let paypalTokens = 0
  let paypalPayments = 0
  for (const item of tokens) paypalTokens += seedToken(world, item)
  // Lists show the newest row first by the order of entry.
  const sorted = payments.map((item) => ({ item, at: readBody(item).instant('createdAt') ?? '' }))
  sorted.sort((left, right) => Date.parse(left.at) - Date.parse(right.at))
  for (const { item } of sorted) paypalPayments += seedPayment(world, item)
  return { paypalTokens, paypalPayments }
}

type Fields = ReturnType<typeof readBody>

function paypalId(input: Fields, name: string): string {
  const id = input.needText(name)
  if (!/^[0-9a-zA-Z]{1,20}$/.test(id)) throw new BadControl(`'${name}' must be up to 20 letters and digits.`)
  return id
}

const walletOf = (input: Fields): Wallet => input.oneOf('wallet', ['paypal', 'venmo']) ?? 'paypal'
const secondsOf = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`

function seedToken(world: World, item: unknown): number {
  const input = readBody(item)
  input.only('id', 'customer', 'email', 'wallet')
  const id = paypalId(input, 'id')
  if (world.books.paypalTokens.get(id)) return 0
  world.books.paypalTokens.put({
    id,
    wallet: walletOf(input),
    customerId: input.needText('customer'),
    payer: payerOf(input.needText('email')),
    funding: 'balance',
    usageType: 'MERCHANT',
    customerType: null,
    description: null,
    permitMultiple: true,
    orderId: null,
    setupTokenId: null,
    gone: null,
  })
  return 1
}

function seedPayment(world: World, item: unknown): number {
  const input = readBody(item)
  input.only(
    ...['id', 'order', 'amountCents', 'createdAt', 'email', 'wallet', 'customId', 'invoiceId'],
    'refunds',
  )
  const id = paypalId(input, 'id')
  if (world.books.paypalCaptures.get(id)) return 0
  const amountCents = input.whole('amountCents', 1)
  if (amountCents === undefined) throw new BadControl(`'amountCents' of ${id} is missing.`)
  const order = pastOrder(input, { captureId: id, amountCents })
  const { createdAt, customId, invoiceId } = order
  const capture: CaptureRow = {
    id,
    orderId: order.id,
    wallet: order.wallet,
    status: 'COMPLETED',
    reason: null,
    amountCents,
    refundedCents: 0,
    customId,
    invoiceId,
    payer: order.payer,
    vault: null,
    createdAt,
    updatedAt: createdAt,
  }
  world.books.paypalOrders.put(order)
  world.books.paypalCaptures.put(capture)
  for (const refund of input.list('refunds')) seedRefund(world, id, refund)
  return 1
}

function pastOrder(
  input: Fields,
  more: { captureId: string; amountCents: number },
): OrderRow & { payer: Payer; wallet: Wallet } {
  const createdAt = secondsOf(input.instant('createdAt') ?? new Date().toISOString())
  return {
    ...more,
    id: paypalId(input, 'order'),
    status: 'COMPLETED',
    wallet: walletOf(input),
    referenceId: 'default',
    description: null,
    customId: input.text('customId') ?? null,
    invoiceId: input.text('invoiceId') ?? null,
    softDescriptor: null,
    brandName: null,
    email: null,
    returnUrl: null,
    cancelUrl: null,
    vault: null,
    vaultId: null,
    payer: payerOf(input.needText('email')),
    funding: 'balance',
    createdAt,
    updatedAt: createdAt,
    expiresAtMs: Date.parse(createdAt),
  }
}

function seedRefund(world: World, captureId: string, item: unknown): void {
  const input = readBody(item)
  input.only('id', 'amountCents', 'createdAt')
  const capture = world.books.paypalCaptures.get(captureId)
  const amountCents = input.whole('amountCents', 1)
  const rest = capture ? capture.amountCents - capture.refundedCents : 0
  if (!capture || amountCents === undefined || amountCents > rest) {
    throw new BadControl(`A refund of ${captureId} is missing its 'amountCents' or exceeds the capture.`)
  }
  const createdAt = secondsOf(input.instant('createdAt') ?? new Date().toISOString())
  world.books.paypalRefunds.put({
    id: paypalId(input, 'id'),
    captureId,
    status: 'COMPLETED',
    amountCents,
    customId: capture.customId,
    invoiceId: null,
    note: null,
    by: 'api',
    createdAt,
    updatedAt: createdAt,
  })
  const status = amountCents === rest ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  world.books.paypalCaptures.put({ ...capture, refundedCents: capture.refundedCents + amountCents, status })
}
