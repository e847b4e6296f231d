import { type AdminCategory, listAdminCategories } from '@almanac/contract/categories'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { usePagedList } from '../../../api/use-paged-list.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Pager } from '../../../ui/pager.tsx'
import { useFocusNext } from '../../../ui/use-focus-next.ts'
import { CategoryMark } from '../category-mark.tsx'
import styles from './category-admin.module.css'
import { CategoryForm } from './category-form.tsx'
import { DeleteCategory } from './delete-category.tsx'

interface CategoryAdminProps {
  customerId: number
  /** Shows the list and nothing to do with it. */
  readOnly: boolean
}

type Opened = { act: 'form'; category: AdminCategory | null } | { act: 'delete'; category: AdminCategory }

/** A customer's categories, to be added, changed and deleted. */
export function CategoryAdmin({ customerId, readOnly }: CategoryAdminProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = usePagedList(listAdminCategories, { query: { customerId } }, { name: 'categories' })
  const close = () => setOpened(null)
  const add = useFocusNext<HTMLButtonElement>()
  function forget() {
    close()
    add.focusNext()
  }
  const edit = (category: AdminCategory) => setOpened({ act: 'form', category })
  return (
    <section aria-label="Categories">
      {!readOnly && (
        <div className="tools">
          <Button
            ref={add.ref}
            kind="prime"
            icon={IconPlus}
            onClick={() => setOpened({ act: 'form', category: null })}
          >
            Add Category
          </Button>
        </div>
      )}
      <DataTable
        label="Categories"
        columns={columns}
        {...list.table}
        waiting="Loading the categories"
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        actions={
          readOnly
            ? []
            : [
                { label: 'Edit', icon: IconPencil, onClick: edit },
                {
                  label: 'Delete',
                  icon: IconTrash,
                  onClick: (category) => setOpened({ act: 'delete', category }),
                },
              ]
        }
        empty={<EmptyState>This customer has no categories yet.</EmptyState>}
        footer={<Pager {...list.pager} />}
      />
      {opened?.act === 'form' && (
        <CategoryForm customerId={customerId} category={opened.category} onClose={close} />
      )}
      {opened?.act === 'delete' && (
        <DeleteCategory
          category={list.rows?.find(({ id }) => id === opened.category.id) ?? opened.category}
          isLast={list.pager.totalItems === 1 && list.rows?.[0]?.id === opened.category.id}
          onClose={close}
          onDeleted={forget}
        />
      )}
    </section>
  )
}

const tokensOf = (wanted: string, medium: string): Column<AdminCategory> => ({
  id: wanted,
  head: `${medium} Tokens`,
  short: medium,
  align: 'right',
  cell({ deliveryMediums }) {
    const found = deliveryMediums.find(({ name }) => name === wanted)
    if (!found || found.isDisable) return <span className="quiet">Off</span>
    return formatCount(found.numberOfTokens)
  },
})

const columns: Column<AdminCategory>[] = [
  {
    id: 'name',
    head: 'Category Name',
    lead: true,
    cell: (category) => (
      <span className={styles.named}>
        <CategoryMark category={category} size={28} />
        {category.name}
      </span>
    ),
  },
  { id: 'order', head: 'Sort Order', short: 'Order', align: 'right', cell: ({ sortOrder }) => sortOrder },
  tokensOf('audio', 'Audio'),
  tokensOf('sms', 'SMS'),
  tokensOf('email', 'Email'),
]
