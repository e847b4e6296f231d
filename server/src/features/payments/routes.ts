import { randomUUID } from 'node:crypto'
import { payments, wallets } from '@almanac/contract'
import { keptWays, waysToPay } from '@almanac/contract/payments'
import { bind, type Call, type Route } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { requireTenantById } from '../tenants/index.ts'
import { buyPackage, resumePurchase } from './buy-package.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { checkoutWallet } from './checkout-wallet.ts'
import { confirmDefaultWallet } from './confirm-default-wallet.ts'
import type { PaymentDeps } from './deps.ts'
import { listOpenPurchases } from './open-purchases.ts'
import { orderWithWallet } from './order-with-wallet.ts'
import { listProviders, requireProvider } from './providers.ts'
import { listPurchases, readDefaultPayment, readReceipt, requireDefault } from './queries.ts'
import { statementDescriptor } from './rules.ts'
import { deleteDefaultPayment, saveDefaultMethod } from './save-default-method.ts'
import { startDefaultWallet } from './start-default-wallet.ts'

const ownerOf = (session: TenantSession) => ({ tenantId: session.tenantId, consumerId: session.userId })

type SaveCardCall = Pick<Call<typeof payments.addDefaultCard>, 'session' | 'body' | 'idempotencyKey'>

const cardsOf = (deps: PaymentDeps) => requireProvider(deps, waysToPay.card.provider)

/** Buying packages, the default payment, purchases and receipts. */
export function paymentRoutes(deps: PaymentDeps): Route[] {
  return [
    ...purchaseRoutes(deps),
    ...walletRoutes(deps),
    ...defaultPaymentRoutes(deps),
    ...readingRoutes(deps),
  ]
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
        chooseMethod: (tx) => requireDefault(tx, owner, 'card', cardsOf(deps)),
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

function walletRoutes(deps: PaymentDeps): Route[] {
  return [
    bind(wallets.orderWithWallet, ({ session, body, idempotencyKey }) => {
      const { packageId, saveCardAsDefault, paymentSource, ...expected } = body
      const isSavedAsDefault = saveCardAsDefault
      const wish = { packageId, paymentSource, isSavedAsDefault, expected, idempotencyKey }
      return orderWithWallet(deps, { ...ownerOf(session), ...wish })
    }),
    bind(wallets.checkoutWallet, ({ session, body: { orderId, packageId } }) =>
      checkoutWallet(deps, { ...ownerOf(session), orderId, packageId }),
    ),
    bind(wallets.purchaseWithDefaultWallet, ({ session, body, idempotencyKey }) => {
      const { packageId, ...expected } = body
      const owner = ownerOf(session)
      return buyPackage(deps, {
        ...owner,
        packageId,
        with: keptWays.wallet,
        chooseMethod: (tx) =>
          requireDefault(tx, owner, 'wallet', requireProvider(deps, keptWays.wallet.provider)),
        isSavedAsDefault: false,
        expected,
        idempotencyKey,
        request: { with: 'default-wallet', packageId, ...expected },
      })
    }),
    bind(wallets.startDefaultWallet, ({ session }) => startDefaultWallet(deps, ownerOf(session))),
    bind(wallets.confirmDefaultWallet, ({ session, body: { approvalToken } }) =>
      confirmDefaultWallet(deps, { ...ownerOf(session), approvalToken }),
    ),
  ]
}

function defaultPaymentRoutes(deps: PaymentDeps): Route[] {
  const save = (call: SaveCardCall, wish: 'first' | 'replacement') =>
    saveDefaultMethod(deps, cardsOf(deps), {
      ...ownerOf(call.session),
      methodId: call.body.paymentId,
      setupId: call.body.setupId,
      idempotencyKey: call.idempotencyKey ?? randomUUID(),
      wish,
    })
  return [
    bind(payments.getDefaultPayment, ({ session }) =>
      readDefaultPayment(deps.db.reader, ownerOf(session), listProviders(deps)),
    ),
    bind(payments.addDefaultCard, (call) => save(call, 'first')),
    bind(payments.updateDefaultCard, (call) => save(call, 'replacement')),
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
        wallets: [...deps.wallets],
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
