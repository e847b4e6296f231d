import { randomUUID } from 'node:crypto'
import { payments } from '@almanac/contract'
import { waysToPay } from '@almanac/contract/payments'
import { bind, type Call, type Route } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { requireTenantById } from '../tenants/index.ts'
import { buyPackage, resumePurchase } from './buy-package.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import type { PaymentDeps } from './deps.ts'
import { listOpenPurchases } from './open-purchases.ts'
import { listProviders, requireProvider } from './providers.ts'
import { listPurchases, readDefaultPayment, readReceipt, requireDefaultCard } from './queries.ts'
import { statementDescriptor } from './rules.ts'
import { deleteDefaultPayment, saveDefaultMethod } from './save-default-method.ts'

const ownerOf = (session: TenantSession) => ({ tenantId: session.tenantId, consumerId: session.userId })

type SaveCardCall = Pick<Call<typeof payments.addDefaultCard>, 'session' | 'body' | 'idempotencyKey'>

const cardsOf = (deps: PaymentDeps) => requireProvider(deps, waysToPay.card.provider)

/** Buying packages, the default payment, purchases and receipts. */
export function paymentRoutes(deps: PaymentDeps): Route[] {
  return [...purchaseRoutes(deps), ...defaultPaymentRoutes(deps), ...readingRoutes(deps)]
}

function purchaseRoutes(deps: PaymentDeps): Route[] {
  return [
    bind(payments.purchaseWithCard, ({ session, body, idempotencyKey }) => {
      const { paymentId, packageId, saveCardAsDefault, purchaseId, ...expected } = body
      const owner = ownerOf(session)
      if (purchaseId) return resumePurchase(deps, { ...owner, purchaseId, packageId })
      return buyPackage(deps, {
        ...owner,
        packageId,
        with: waysToPay.card,
        chooseMethod: async () => paymentId,
        isSavedAsDefault: saveCardAsDefault,
        expected,
        idempotencyKey,
        request: { with: 'card', packageId, paymentId, saveCardAsDefault, ...expected },
      })
    }),
    bind(payments.purchaseWithDefaultCard, ({ session, body, idempotencyKey }) => {
      const { packageId, purchaseId, ...expected } = body
      const owner = ownerOf(session)
      if (purchaseId) return resumePurchase(deps, { ...owner, purchaseId, packageId })
      return buyPackage(deps, {
        ...owner,
        packageId,
        with: waysToPay.card,
        chooseMethod: (tx) => requireDefaultCard(tx, owner, cardsOf(deps)),
        isSavedAsDefault: false,
        expected,
        idempotencyKey,
        request: { with: 'default-card', packageId, ...expected },
      })
    }),
    bind(payments.cancelPurchase, ({ session, params }) =>
      cancelPurchase(deps, { ...ownerOf(session), purchaseId: params.purchaseId }),
    ),
  ]
}

function defaultPaymentRoutes(deps: PaymentDeps): Route[] {
  const save = (call: SaveCardCall, message: string) =>
    saveDefaultMethod(deps, cardsOf(deps), {
      ...ownerOf(call.session),
      methodId: call.body.paymentId,
      setupId: call.body.setupId,
      idempotencyKey: call.idempotencyKey ?? randomUUID(),
      message,
    })
  return [
    bind(payments.getDefaultPayment, ({ session }) =>
      readDefaultPayment(deps.db.reader, ownerOf(session), listProviders(deps)),
    ),
    bind(payments.addDefaultCard, (call) => save(call, 'Default card info added successfully.')),
    bind(payments.updateDefaultCard, (call) => save(call, 'Default card info updated successfully.')),
    bind(payments.deleteDefaultPayment, async ({ session }) => {
      await deleteDefaultPayment(deps, ownerOf(session))
      const none = await readDefaultPayment(deps.db.reader, ownerOf(session), listProviders(deps))
      return { ...none, message: 'Default card info deleted successfully.' }
    }),
  ]
}

function readingRoutes(deps: PaymentDeps): Route[] {
  const { db, cardFields, statementPrefix } = deps
  return [
    bind(payments.getPaymentSettings, async ({ session }) => {
      const { companyName } = await requireTenantById(db.reader, session.tenantId)
      return {
        card: cardFields,
        wallets: [],
        statementDescriptor: statementDescriptor(companyName, statementPrefix),
      }
    }),
    bind(payments.listOpenPurchases, async ({ session }) => ({
      purchases: await listOpenPurchases(db.reader, ownerOf(session), listProviders(deps)),
    })),
    bind(payments.listPurchases, ({ session, query }) => listPurchases(db.reader, ownerOf(session), query)),
    bind(payments.getReceipt, ({ session, params }) =>
      readReceipt(db.reader, { ...ownerOf(session), purchaseId: params.purchaseId, statementPrefix }),
    ),
  ]
}
