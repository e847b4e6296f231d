import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { queueMessage } from '../messages/index.ts'
import { liveTenantSql } from '../tenants/index.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './ports.ts'
import { findPurchase, markFailed, markOpen, type Purchase, readPayingConsumer } from './purchase-store.ts'
import { notPaidLetter } from './receipt-mail.ts'
import { currency } from './rules.ts'
import { settlePurchase } from './settle-purchase.ts'

type ApplyDeps = Pick<PaymentDeps, 'db' | 'log' | 'providers' | 'statementPrefix' | 'publicUrl'>

/**
 * Brings a purchase to the state of its payment at the provider, whatever was known before, and answers it as it is
 * then. A payment that is not exactly the purchase's is never credited.
 */
export async function applyPayment(deps: ApplyDeps, purchase: Purchase, payment: Payment): Promise<Purchase> {
  const { db, log } = deps
  const mismatch = mismatchOf(purchase, payment)
  const { providerPaymentId } = payment
  const fail = (code: string | null, at: Reader = db.reader) =>
    markFailed(at, purchase.id, failureOf(code, payment.isRetryRefused), providerPaymentId, {
      isClosed: !payment.isPayable,
    })
  if (mismatch) {
    log.error({ purchase: purchase.id, providerPaymentId, mismatch }, 'a payment is not what was ordered')
    if (mismatch === 'amount') await fail('amount_mismatch')
  } else if (payment.status === 'succeeded') {
    await settlePurchase(deps, purchase.id, payment)
  } else if (payment.status === 'failed') {
    await endRefused(deps, purchase, payment, (at) => fail(payment.failureCode, at))
  } else if (payment.status === 'requires_action' && purchase.isOffSession) {
    // Nobody is there to be asked: it is given up at the provider too.
    await fail('authentication_required')
  } else {
    const state = payment.status === 'requires_action' ? 'requires_action' : 'started'
    await markOpen(db.reader, purchase.id, payment, state)
  }
  const applied = await findPurchase(db.reader, purchase.id)
  if (!applied) throw new Error(`Purchase ${purchase.id} is gone`)
  const { state } = applied
  if (state !== purchase.state)
    log.info({ purchase: applied.id, payment: providerPaymentId, state }, 'a purchase has come further')
  return applied
}

/** One that its consumer was told to wait for ends with a letter: they have left the screen long ago. */
async function endRefused(
  deps: ApplyDeps,
  purchase: Purchase,
  { failureCode }: Payment,
  fail: (at?: Reader) => Promise<boolean>,
): Promise<void> {
  const isKnownThere = purchase.state === 'started' && purchase.providerPaymentId !== null
  const mayBeWaitedFor = isKnownThere && !purchase.isAutoPurchase && failureCode !== 'canceled'
  if (!mayBeWaitedFor) {
    await fail()
    return
  }
  await deps.db.transact(async (tx) => {
    if (!(await fail(tx)) || !(await isWaitedFor(tx, purchase.id))) return
    const { failureMessage } = failureOf(failureCode)
    const consumer = await readPayingConsumer(tx, purchase.consumerId)
    await queueMessage(tx, notPaidLetter(deps, purchase, consumer, failureMessage))
  })
}

const waitedMinutes = 10

async function isWaitedFor(tx: Tx, purchaseId: number): Promise<boolean> {
  const { rows } = await sql`
    select from purchases where id = ${purchaseId} and charge_sent_at < now() - make_interval(mins => ${waitedMinutes})
      and ${liveTenantSql(sql`purchases.tenant_id`)}
  `.execute(tx)
  return rows.length > 0
}

/** In what a payment is not that of a purchase; null where it is. */
export function mismatchOf(purchase: Purchase, payment: Payment): 'identity' | 'amount' | null {
  const known = purchase.providerPaymentId
  if (payment.reference !== purchase.reference) return 'identity'
  if (known !== null && known !== payment.providerPaymentId) return 'identity'
  if (payment.currency !== currency || payment.amountCents !== purchase.amountCents) return 'amount'
  return null
}
