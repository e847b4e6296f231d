import { listPackages, type TokenPackage } from '@almanac/contract/packages'
import { useTenantParams } from '../../api/session.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'

/** Package lists show their pages from ten entries on. */
const PAGER_FROM_ITEMS = 10

const columns: Column<TokenPackage>[] = [
  { id: 'name', head: 'Package Name', lead: true, cell: ({ name }) => name },
  { id: 'tokens', head: 'Tokens', align: 'right', cell: (row) => formatCount(row.numberOfTokens) },
  {
    id: 'amount',
    head: 'Amount',
    short: '',
    align: 'right',
    card: 'first',
    cell: ({ price }) => <Money dollars={price} />,
  },
  {
    id: 'auto',
    head: 'Auto-Purchase Amount',
    // The other value says it all by itself.
    short: ({ isAutoRenewable }) => (isAutoRenewable ? 'Auto-Purchase' : ''),
    align: 'right',
    cell: ({ isAutoRenewable, autoRenewPrice }) =>
      isAutoRenewable ? (
        <Money dollars={autoRenewPrice} />
      ) : (
        <span className="quiet">Not auto purchasable</span>
      ),
  },
]

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
