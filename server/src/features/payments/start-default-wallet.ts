import { randomUUID } from 'node:crypto'
import { paths } from '@almanac/contract/pages'
import { keptWays } from '@almanac/contract/payments'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { errorCodeOf, failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { keepSetupId, startSetup } from './method-setup-store.ts'
import { requireProvider } from './providers.ts'
import { readPayingConsumer } from './purchase-store.ts'

/**
 * Asks the provider to let the consumer agree to a wallet as the default payment, and answers where. What they agree to is
 * kept for them alone.
 * @throws DomainError `payment_failed`, `provider_unavailable`; nothing is kept then.
 */
export async function startDefaultWallet(
  deps: PaymentDeps,
  owner: { tenantId: number; consumerId: number },
): Promise<{ redrictUrl: string }> {
  const { db, publicUrl } = deps
  const provider = requireProvider(deps, keptWays.wallet.provider)
  const { companyName, customerUrl } = await readPayingConsumer(db.reader, owner.consumerId)
  const key = `wallet-${randomUUID()}`
  await startSetup(db.reader, { ...owner, key, at: provider })
  const returnUrl = `${publicUrl}${paths.defaultWalletReturn(customerUrl)}`
  const cancelUrl = `${returnUrl}?cancelled=true`
  const order = { key, customerId: null, methodId: null, companyName, returnUrl, cancelUrl }
  const result = await provider.setUp(order).catch((error: unknown) => {
    throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
  })
  if (result.kind === 'refused') {
    const { failureCode, failureMessage } = failureOf(result.code)
    throw new DomainError(errorCodeOf(failureCode), { message: failureMessage })
  }
  if (result.kind !== 'requires_action' || result.nextStep.kind !== 'approval') {
    throw new Error('A wallet is kept with an approval')
  }
  await keepSetupId(db.reader, key, result.setupId)
  return { redrictUrl: result.nextStep.approveUrl }
}
