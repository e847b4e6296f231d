import type { Answer } from '@almanac/contract/endpoint'
import { listCustomers } from '@almanac/contract/tenants'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'

type CustomerRow = Answer<typeof listCustomers>['data'][number]

const columns: Column<CustomerRow>[] = [
  { id: 'company', head: 'Company Name', lead: true, cell: ({ companyName }) => companyName },
  { id: 'url', head: 'Customer Url', short: '', cell: ({ url }) => url },
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
  return (
    <DataTable
      label="All Customers"
      columns={columns}
      {...list.table}
      waiting="Loading customers"
      rowKey={(row) => row.id}
      rowName={(row) => row.companyName}
      empty={<EmptyState>There are no customers yet.</EmptyState>}
      footer={<Pager {...list.pager} />}
    />
  )
}
