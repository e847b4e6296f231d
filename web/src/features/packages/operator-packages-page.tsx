import { listPackages, type TokenPackage } from '@almanac/contract/packages'
import { useTenantParams } from '../../api/session.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { offerColumns, PAGER_FROM_ITEMS } from './offer-columns.tsx'

const columns = offerColumns<TokenPackage>(({ name }) => name)

/** All Packages, as the operator sees them. */
export function Component() {
  return (
    <>
      <PageHead title="All Packages" />
      <Packages />
    </>
  )
}

function Packages() {
  const list = usePagedList(listPackages, { params: useTenantParams() })
  return (
    <DataTable
      label="All Packages"
      columns={columns}
      {...list.table}
      waiting="Loading packages"
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      empty={<EmptyState>There are no packages yet.</EmptyState>}
      footer={<Pager {...list.pager} fromItems={PAGER_FROM_ITEMS} />}
    />
  )
}
