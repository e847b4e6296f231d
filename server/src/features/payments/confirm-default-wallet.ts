import type { Answer } from '@almanac/contract/endpoint'
import { keptWays } from '@almanac/contract/payments'
import type { confirmDefaultWallet as confirmation } from '@almanac/contract/wallets'
import { crashPoint } from '../../platform/crash-points.ts'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { errorCodeOf, failureOf } from './declines.ts'
import { putDefaultMethod } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import { findOwnSetup, finishSetup } from './method-setup-store.ts'
import { listProviders, requireProvider } from './providers.ts'
import { readDefaultPayment } from './queries.ts'

interface Confirmed {
  tenantId: number
  consumerId: number
  approvalToken: string
}

/**
 * Makes the wallet that the consumer has agreed to their default payment, unless they have chosen otherwise since they
 * began. It takes what they were asked for by `startDefaultWallet`, no other, and once: a repeat answers the default
 * payment as it is.
 * @throws DomainError `approval_missing` for what was not agreed to, or was asked of somebody else; `payment_failed`,
 * `provider_unavailable`.
 */
export async function confirmDefaultWallet(
  deps: PaymentDeps,
  { approvalToken: setupId, ...owner }: Confirmed,
): Promise<Answer<typeof confirmation>> {
  const { db } = deps
  const provider = requireProvider(deps, keptWays.wallet.provider)
  const setup = await findOwnSetup(db.reader, { ...owner, setupId, at: provider })
  if (!setup) throw notAgreed()
  let isReplaced = false
  if (setup.providerMethodId === null) {
    const result = await provider.finishSetup({ setupId, customerId: null }).catch((error: unknown) => {
      throw error instanceof OutcomeUnknownError ? new DomainError('provider_unavailable') : error
    })
    if (!result || result.kind === 'requires_action') throw notAgreed()
    if (result.kind === 'refused') {
      const { failureCode, failureMessage } = failureOf(result.code)
      throw new DomainError(errorCodeOf(failureCode), { message: failureMessage })
    }
    crashPoint('wallet.kept')
    const { instrument } = result
    isReplaced = await db.transact(async (tx) => {
      const isFirst = await finishSetup(tx, setup.key, instrument.methodId)
      if (!isFirst) return false
      const chosen = { instrument, at: provider, chosenAt: setup.startedAt }
      return (await putDefaultMethod(tx, owner, chosen)) === 'replacement'
    })
  }
  const answer = await readDefaultPayment(db.reader, owner, listProviders(deps))
  if (!answer.isPaypalPayment) throw notAgreed()
  return {
    ...answer,
    message: isReplaced ? 'Default payment updated successfully.' : 'Default payment added successfully.',
  }
}

function notAgreed(): DomainError {
  const message = `This was not agreed to at ${keptWays.wallet.paymentMethod}. Your default payment is as it was.`
  return new DomainError('approval_missing', { message })
}
