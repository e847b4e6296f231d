import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Purchase } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { turnOffAutoPurchase } from './turn-off-auto-purchase.ts'

/**
 * Ends a consumer's automatic purchase after a dispute for fraud was lost, and bars the payment method of the disputed
 * purchase until they save it again in person. A default payment that may be the same card or wallet under another of the
 * provider's ids is barred, too. Repeating it changes nothing.
 */
export async function endAfterFraud(
  tx: Tx,
  deps: Pick<AutoPurchaseDeps, 'providers' | 'publicUrl'>,
  disputed: Purchase,
): Promise<void> {
  const { tenantId, consumerId, provider, paymentMethodId, cardBrand, lastFourDigit } = disputed
  await sql`
    insert into auto_purchase_bars (tenant_id, consumer_id, provider, provider_method_id)
    select ${tenantId}, ${consumerId}, ${provider}, method from (
      select ${paymentMethodId}::text as method
      union select provider_method_id from default_payments
        where tenant_id = ${tenantId} and consumer_id = ${consumerId} and provider = ${provider}
          and (kind = 'wallet' or (card_brand = ${cardBrand} and last_four_digit = ${lastFourDigit}))
    ) as methods where method is not null
    on conflict do nothing
  `.execute(tx)
  await turnOffAutoPurchase(tx, deps, disputed, 'fraud')
}
