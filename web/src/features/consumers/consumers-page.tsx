import { type ConsumerRow, listConsumers } from '@almanac/contract/consumers'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { textField, useAddressState } from '../../api/use-address-state.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { Address } from './address.tsx'
import styles from './consumers.module.css'
import { DetailsDialog } from './details-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'

const SEARCH_MAX_CHARACTERS = 100
const FIELDS = { searchText: textField('q', SEARCH_MAX_CHARACTERS) }

/** All Consumers: the people of every customer, what is known of each, and the way to edit it. */
export function Component() {
  const [{ searchText }, change] = useAddressState<{ searchText: string }>(FIELDS)
  const [viewed, setViewed] = useState<ConsumerRow | null>(null)
  const [edited, setEdited] = useState<ConsumerRow | null>(null)
  return (
    <>
      <PageHead title="All Consumers" />
      <div className="tools">
        <SearchField
          label="Search Consumers"
          className={styles.search}
          value={searchText}
          onSearch={(text) => change({ searchText: text }, { replace: true })}
        />
      </div>
      <Consumers
        searchText={searchText.trim()}
        onClear={() => change({ searchText: '' })}
        onView={setViewed}
        onEdit={setEdited}
      />
      {viewed && <DetailsDialog key={viewed.id} consumer={viewed} onClose={() => setViewed(null)} />}
      {edited && <EditDialog key={edited.id} consumer={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface ConsumersProps {
  searchText: string
  onClear: () => void
  onView: (consumer: ConsumerRow) => void
  onEdit: (consumer: ConsumerRow) => void
}

function Consumers({ searchText, onClear, onView, onEdit }: ConsumersProps) {
  const list = usePagedList(listConsumers, { query: searchText ? { searchText } : {} })
  const isSearched = Boolean(list.query?.searchText)
  return (
    <DataTable
      label="All Consumers"
      columns={columns}
      {...list.table}
      waiting="Loading consumers"
      rowKey={(row) => row.id}
      rowName={(row) => row.fullName}
      actions={[
        { label: 'Edit', icon: IconPencil, onClick: onEdit },
        { label: 'View', icon: IconEye, onClick: onView },
      ]}
      empty={
        <EmptyState action={isSearched && <Button onClick={onClear}>Clear Search</Button>}>
          {isSearched ? 'No consumers match your search.' : 'Nobody has signed up yet.'}
        </EmptyState>
      }
      footer={<Pager {...list.pager} />}
    />
  )
}

const columns: Column<ConsumerRow>[] = [
  { id: 'url', head: 'Customer Url', short: '', quiet: true, cell: ({ url }) => url },
  { id: 'name', head: 'Name', lead: true, cell: ({ fullName }) => fullName },
  { id: 'username', head: 'Username', cell: ({ username }) => username },
  {
    id: 'email',
    head: 'Email',
    short: '',
    cell: ({ email, tempEmail }) => (
      <Address verified={email} unverified={email === null ? tempEmail : null} />
    ),
  },
]
