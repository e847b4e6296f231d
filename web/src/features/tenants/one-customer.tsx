import { paths } from '@almanac/contract/pages'
import type { Customer } from '@almanac/contract/tenants'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useCustomer } from './use-customer.ts'

/** The way back to the list. */
export function ToCustomers() {
  return (
    <Button component={Link} to={paths.admin.customers()} kind="bare" icon={IconArrowLeft}>
      All Customers
    </Button>
  )
}

/** The screen of the customer in the address, once it is read. */
export function OneCustomer({ children }: { children: (customer: Customer) => ReactNode }) {
  const customerId = Number(useParams().customerId)
  const isId = Number.isSafeInteger(customerId) && customerId > 0
  const { data, error, isFetching, refetch } = useCustomer(isId ? customerId : 0)
  if (data) return children(data)
  if (!isId || error?.status === 404) {
    return <CustomerNotFound />
  }
  return (
    <>
      <PageHead title="Customer" back={<ToCustomers />} />
      {error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <SkeletonText count={6} label="Loading the customer" />
      )}
    </>
  )
}

/** In place of a customer that is not there. */
export function CustomerNotFound() {
  return (
    <>
      <PageHead title="Customer not found" back={<ToCustomers />} />
      <p>This customer does not exist. It may have been deleted.</p>
    </>
  )
}
