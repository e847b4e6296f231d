import type { Answer } from '@almanac/contract/endpoint'
import { listCustomers } from '@almanac/contract/tenants'
import { failureText } from '../../api/failure-text.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

type CustomerRow = Answer<typeof listCustomers>['data'][number]

const columns: Column<CustomerRow>[] = [
  { id: 'company', head: 'Company Name', lead: true, cell: ({ companyName }) => companyName },
  { id: 'url', head: 'Customer Url', cell: ({ url }) => url },
]

/** All Customers: the tenants of the platform. */
export function Component() {
  return (
    <>
      <PageHead title="All Customers" />
      <Customers />
    </>
  )
}

function Customers() {
  const list = usePagedList(listCustomers, {})
  if (list.error) {
    return <ErrorState message={failureText(list.error)} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows label="Loading customers" />
  return (
    <DataTable
      label="All Customers"
      columns={columns}
      rows={list.rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.companyName}
      empty={<EmptyState>There are no customers yet.</EmptyState>}
      footer={<Pager {...list.pager} />}
    />
  )
}
