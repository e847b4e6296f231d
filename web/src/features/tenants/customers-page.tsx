import { paths } from '@almanac/contract/pages'
import { type CustomerRow, customerColumn, listCustomers } from '@almanac/contract/tenants'
import { IconEye, IconMessagePlus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { imageUrl } from '../../api/url.ts'
import { textField, useAddressState, wordField } from '../../api/use-address-state.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { useIsFrom } from '../../ui/use-media.ts'
import { CompanyLogo } from './company-logo.tsx'
import { missingWords, openStep } from './customer-rules.ts'
import styles from './customers-page.module.css'
import { wizardPath } from './use-customer.ts'

type SortColumn = z.output<typeof customerColumn>
type Order = 'ascending' | 'descending'

interface Filters {
  searchText: string
  shortByColumn: SortColumn
  order: Order
}

const SEARCH_MAX_CHARACTERS = 100
const ADDRESS = {
  searchText: textField('q', SEARCH_MAX_CHARACTERS),
  shortByColumn: wordField<SortColumn>('sort', ['companyName', 'url']),
  order: wordField<Order>('order', ['ascending', 'descending']),
}

interface CustomersPageProps {
  /** Short texts of one customer, many at once; given by whoever composes the screen. */
  upload: (customer: CustomerRow, onClose: () => void) => ReactNode
}

/** All Customers: the tenants of the platform. */
export function CustomersPage({ upload }: CustomersPageProps) {
  const [filters, change] = useAddressState<Filters>(ADDRESS)
  const [uploading, setUploading] = useState<CustomerRow | null>(null)
  return (
    <>
      <PageHead title="All Customers">
        <Button component={Link} to={paths.admin.customerAdd()} kind="prime" icon={IconPlus}>
          Add Customer
        </Button>
      </PageHead>
      <div className="tools">
        <SearchField
          label="Search Customers"
          className={styles.search}
          value={filters.searchText}
          onSearch={(searchText) => change({ searchText }, { replace: true })}
        />
        <SortChoice filters={filters} onChange={change} />
      </div>
      <Customers filters={filters} onChange={change} onUpload={setUploading} />
      {uploading && upload(uploading, () => setUploading(null))}
    </>
  )
}

interface FiltersProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

const COLUMN_WORDS: Record<SortColumn, string> = { companyName: 'Company Name', url: 'Customer Url' }
const ORDERS = customerColumn.options.flatMap((column) => [
  { value: `${column} ascending`, label: `${COLUMN_WORDS[column]}, A to Z` },
  { value: `${column} descending`, label: `${COLUMN_WORDS[column]}, Z to A` },
])

/** The order of the cards, which have no heads to press. */
function SortChoice({ filters, onChange }: FiltersProps) {
  const hasHeads = useIsFrom('tablet')
  if (hasHeads) return null
  return (
    <SelectField
      label="Sort By"
      hideLabel
      className={styles.sort}
      options={ORDERS}
      value={`${filters.shortByColumn} ${filters.order}`}
      onChange={(event) => {
        const [shortByColumn, order] = event.target.value.split(' ') as [SortColumn, Order]
        onChange({ shortByColumn, order })
      }}
    />
  )
}

function Customers({ filters, onChange, onUpload }: FiltersProps & { onUpload: (row: CustomerRow) => void }) {
  const navigate = useNavigate()
  const searchText = filters.searchText.trim()
  const isAscending = filters.order === 'ascending'
  const list = usePagedList(listCustomers, {
    query: {
      shortByColumn: filters.shortByColumn,
      isShortAscending: isAscending,
      ...(searchText && { searchText }),
    },
  })
  const isSearched = Boolean(list.query?.searchText)
  return (
    <DataTable
      label="All Customers"
      columns={columns}
      {...list.table}
      waiting="Loading customers"
      rowKey={(row) => row.id}
      rowName={(row) => row.companyName}
      sort={{ by: filters.shortByColumn, isAscending }}
      onSort={(sort) =>
        onChange({
          shortByColumn: sort.by as SortColumn,
          order: sort.isAscending ? 'ascending' : 'descending',
        })
      }
      actions={[
        { label: 'Upload Short Text', icon: IconMessagePlus, onClick: onUpload },
        { label: 'View', icon: IconEye, onClick: ({ id }) => void navigate(paths.admin.customer(id)) },
      ]}
      empty={
        <EmptyState
          action={isSearched && <Button onClick={() => onChange({ searchText: '' })}>Clear Search</Button>}
        >
          {isSearched ? 'No customers match your search.' : 'There are no customers yet.'}
        </EmptyState>
      }
      footer={<Pager {...list.pager} />}
    />
  )
}

const columns: Column<CustomerRow>[] = [
  {
    id: 'company',
    head: COLUMN_WORDS.companyName,
    sortBy: 'companyName',
    lead: true,
    cell: ({ companyName, logoUrl }) => (
      <span className={styles.company}>
        <CompanyLogo name={companyName} url={logoUrl && imageUrl(logoUrl)} size="small" />
        <span>{companyName}</span>
      </span>
    ),
  },
  {
    id: 'url',
    head: COLUMN_WORDS.url,
    short: '',
    sortBy: 'url',
    cell: (row) => (
      <span className={styles.url}>
        <span>{row.url}</span>
        <Unfinished row={row} />
      </span>
    ),
  },
]

/** What a customer has not yet, and the way on. */
function Unfinished({ row }: { row: CustomerRow }) {
  const step = openStep(row)
  if (step === null) return null
  return (
    <>
      <Tag kind="warn">{missingWords(row)}</Tag>
      <Link className="link" to={wizardPath(row.id, step)} aria-label={`Continue ${row.companyName}`}>
        Continue
      </Link>
    </>
  )
}
