import type { Answer } from '@almanac/contract/endpoint'
import { listCustomers } from '@almanac/contract/tenants'
import { IconFileText } from '@tabler/icons-react'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'

export type CustomerRow = Answer<typeof listCustomers>['data'][number]

const columns: Column<CustomerRow>[] = [
  { id: 'company', head: 'Company Name', lead: true, cell: ({ companyName }) => companyName },
  { id: 'url', head: 'Customer Url', short: '', cell: ({ url }) => url },
]

interface CustomersPageProps {
  /** What a row's act does. */
  onUploadTexts?: (customer: CustomerRow) => void
}

/** All Customers: the tenants of the platform. */
export function Component(props: CustomersPageProps) {
  return (
    <>
      <PageHead title="All Customers" />
      <Customers {...props} />
    </>
  )
}

function Customers({ onUploadTexts }: CustomersPageProps) {
  const list = usePagedList(listCustomers, {})
  return (
    <DataTable
      label="All Customers"
      columns={columns}
      {...list.table}
      waiting="Loading customers"
      rowKey={(row) => row.id}
      rowName={(row) => row.companyName}
      {...(onUploadTexts && {
        actions: [{ label: 'Upload Short Text', icon: IconFileText, onClick: onUploadTexts }],
      })}
      empty={<EmptyState>There are no customers yet.</EmptyState>}
      footer={<Pager {...list.pager} />}
    />
  )
}
