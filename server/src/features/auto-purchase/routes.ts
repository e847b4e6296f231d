import { autoPurchase } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { readAutoPurchase } from './queries.ts'
import { resumeAutoPurchase } from './resume-auto-purchase.ts'
import { toggleAutoPurchase } from './toggle-auto-purchase.ts'

const ownerOf = (session: TenantSession) => ({ tenantId: session.tenantId, consumerId: session.userId })

/** The package that is bought when the balance is low. */
export function autoPurchaseRoutes(deps: AutoPurchaseDeps): Route[] {
  return [
    bind(autoPurchase.getAutoPurchase, ({ session }) => readAutoPurchase(deps.db.reader, ownerOf(session))),
    bind(autoPurchase.toggleAutoPurchase, ({ session, body }) => {
      const { isAutoPaymentChecked: isOn, ...shown } = body
      return toggleAutoPurchase(deps, { ...ownerOf(session), isOn, ...shown })
    }),
    bind(autoPurchase.resumeAutoPurchase, ({ session, body }) =>
      resumeAutoPurchase(deps, ownerOf(session), body),
    ),
  ]
}
