import type { Body } from '@almanac/contract/endpoint'
import { addCustomer, type Customer, getCustomer, updateCustomer } from '@almanac/contract/tenants'
import { useRef } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../api/call.ts'
import { fieldRefusal } from '../../api/field-refusal.ts'
import { refresh } from '../../api/query-client.ts'
import { showToast } from '../../ui/toast-store.ts'
import { keepCustomer } from './use-customer.ts'

/** The server's words by the field they stand under; empty of a failure that a toast has told. */
export type Refused = Record<string, string>

const LOGO_CODES: readonly string[] = ['invalid_picture', 'picture_too_large']
/** Said under the logo. */
const isOfLogo = ({ code }: ApiError) => LOGO_CODES.includes(code)

/** Said under the threshold. */
const isOfThreshold = ({ code }: ApiError) => code === 'threshold_too_high'

function refusalOf(thrown: unknown): Refused {
  if (!isApiError(thrown)) throw thrown
  if (isOfThreshold(thrown)) return { thresholdToken: thrown.message }
  return isOfLogo(thrown) ? { logo: thrown.message } : (fieldRefusal(thrown) ?? {})
}

function logoFile(content: Blob): File {
  return new File([content], 'logo.png', { type: 'image/png' })
}

/**
 * Makes a customer. One key stands for one set of what was entered, from when the form opens until the server has decided:
 * pressed again after a lost answer it makes no second customer.
 */
export function useAddCustomer() {
  const key = useRef('')
  key.current ||= newIdempotencyKey()
  return async (
    body: Body<typeof addCustomer>,
    logo: Blob,
  ): Promise<{ made: Customer } | { refused: Refused }> => {
    try {
      const { message, ...made } = await call(addCustomer, {
        body,
        files: { companyLogo: logoFile(logo) },
        idempotencyKey: key.current,
        isTold: isOfLogo,
      })
      keepCustomer(made)
      showToast('success', message)
      return { made }
    } catch (thrown) {
      const refused = refusalOf(thrown)
      if (isApiError(thrown) && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429)
        key.current = newIdempotencyKey()
      return { refused }
    }
  }
}

/** Saves a customer; answers what it is refused for, null once it is saved. `note` is told why it is not. */
export async function updateCustomerWith(
  customerId: number,
  body: Body<typeof updateCustomer>,
  logo: Blob | undefined,
  note: (failure: ApiError) => void,
): Promise<Refused | null> {
  try {
    const { message, ...saved } = await call(updateCustomer, {
      params: { customerId },
      body,
      files: logo ? { companyLogo: logoFile(logo) } : {},
      isTold: (failure) => isOfLogo(failure) || isOfThreshold(failure),
    })
    keepCustomer(saved)
    showToast('success', message)
    return null
  } catch (thrown) {
    if (isApiError(thrown)) note(thrown)
    void refresh(getCustomer)
    return refusalOf(thrown)
  }
}
