import { paths } from '@almanac/contract/pages'
import { type Customer, getCustomer, listCustomers } from '@almanac/contract/tenants'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { Step } from './customer-rules.ts'

const inputOf = (customerId: number) => ({ params: { customerId } })

/** A customer as the admin sees it; waits for an id, which 0 is none. */
export function useCustomer(customerId: number) {
  return useEndpoint(getCustomer, inputOf(customerId), { enabled: customerId > 0 })
}

/** Shows what a save answered at once, and has the list asked for again. */
export function keepCustomer(customer: Customer): void {
  queryClient.setQueryData(queryKey(getCustomer, inputOf(customer.id)), customer)
  void refresh(listCustomers)
}

/** Keeps nothing of one that is deleted, once its screen is left, and has the list asked for again. */
export function forgetCustomer(customerId: number): void {
  queryClient.removeQueries({ queryKey: queryKey(getCustomer, inputOf(customerId)) })
  void refresh(listCustomers)
}

/** The wizard of a customer that is there, at a step. */
export function wizardPath(customerId: number, step: Step): string {
  return `${paths.admin.customerAdd()}?customer=${customerId}${step === 1 ? '' : `&step=${step}`}`
}
