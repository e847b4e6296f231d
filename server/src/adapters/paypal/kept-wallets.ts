import type { PaymentTokenResponse } from '@paypal/paypal-server-sdk'
import type { KeptInstrument, PaymentProvider, SetupOrder } from '../../features/payments/ports.ts'
import { approveUrlOf } from './approval.ts'
import { callPayPal, issueOf, type Patiences } from './call.ts'
import { codeOf } from './issues.ts'
import type { PayPalSession, PayPalSessions } from './session.ts'
import { fullNameOf } from './to-payment.ts'

const brandNameMaxLength = 300

/** Issues of a setup token that its payer has not agreed to, did once and it was used, or whose time is over. */
const unapproved = new Set([
  'SETUP_TOKEN_ALREADY_TOKENIZED',
  'SETUP_TOKEN_NOT_APPROVED',
  'TOKEN_NOT_APPROVED',
  'TOKEN_ID_NOT_FOUND',
  'TOKEN_EXPIRED',
  'PAYER_ACTION_REQUIRED',
  'INVALID_RESOURCE_ID',
  'RESOURCE_NOT_FOUND',
])

/** Wallets kept in PayPal's vault. It keeps no records of consumers that we would have to make. */
export function paypalKeptWallets(
  sessions: PayPalSessions,
  patience: Patiences,
  origin: string,
): Pick<PaymentProvider, 'createCustomer' | 'setUp' | 'finishSetup' | 'detachMethod'> {
  return {
    createCustomer: null,
    async setUp(setup) {
      try {
        const token = await callPayPal(
          sessions,
          'set up wallet',
          patience.charge,
          ({ sdk, vault }, options) =>
            vault.createSetupToken({ body: setupBody(sdk, setup), paypalRequestId: setup.key }, options),
        )
        const approveUrl = approveUrlOf(token.links, origin)
        if (!token.id || approveUrl === null)
          throw new Error('PayPal answers a setup token without its approval')
        return { kind: 'requires_action', nextStep: { kind: 'approval', approveUrl }, setupId: token.id }
      } catch (error) {
        const issue = issueOf(error)
        if (issue === null) throw error
        return { kind: 'refused', code: setupCodeOf(issue) }
      }
    },
    /** The request id follows from the setup, so that a repeat answers the wallet that was kept. */
    async finishSetup({ setupId }) {
      try {
        const kept = await callPayPal(sessions, 'keep wallet', patience.charge, ({ sdk, vault }, options) =>
          vault.createPaymentToken(
            {
              body: { paymentSource: { token: { id: setupId, type: sdk.VaultTokenRequestType.SetupToken } } },
              paypalRequestId: `keep-${setupId}`,
            },
            options,
          ),
        )
        return { kind: 'saved', instrument: instrumentOf(kept) }
      } catch (error) {
        const issue = issueOf(error)
        if (issue === null) throw error
        return unapproved.has(issue) ? null : { kind: 'refused', code: setupCodeOf(issue) }
      }
    },
    async detachMethod(methodId) {
      try {
        await callPayPal(sessions, 'forget wallet', patience.lookUp, ({ vault }, options) =>
          vault.deletePaymentToken(methodId, options),
        )
      } catch (error) {
        // A refusal means that it is unknown: there is nothing left to forget.
        if (issueOf(error) === null) throw error
      }
    },
  }
}

/** Why a wallet was not kept, in our words: for its owner's sake, or because we may not. */
function setupCodeOf(issue: string): string {
  const code = codeOf(issue)
  if (code === 'wallet_blocked' || code === 'wallet_not_kept') return code
  return code === 'wallet_unavailable' ? 'wallet_not_kept' : 'wallet_not_saved'
}

function setupBody(sdk: PayPalSession['sdk'], setup: SetupOrder) {
  if (setup.methodId !== null) throw new Error('A wallet is chosen at PayPal')
  return {
    paymentSource: {
      paypal: {
        usageType: sdk.PaypalPaymentTokenUsageType.Merchant,
        usagePattern: sdk.UsagePattern.ThresholdPrepaid,
        permitMultiplePaymentTokens: true,
        experienceContext: {
          brandName: setup.companyName.slice(0, brandNameMaxLength),
          returnUrl: setup.returnUrl,
          cancelUrl: setup.cancelUrl,
          shippingPreference: sdk.ExperienceContextShippingPreference.NoShipping,
        },
      },
    },
  }
}

function instrumentOf({ id, paymentSource }: PaymentTokenResponse): KeptInstrument {
  if (!id) throw new Error('PayPal answers a payment token without an id')
  const wallet = paymentSource?.paypal
  return {
    kind: 'wallet',
    methodId: id,
    fullName: fullNameOf(wallet?.name),
    email: wallet?.emailAddress ?? null,
  }
}
