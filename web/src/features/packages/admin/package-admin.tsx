import { type AdminPackage, listAdminPackages } from '@almanac/contract/packages'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { imageUrl } from '../../../api/url.ts'
import { usePagedList } from '../../../api/use-paged-list.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useFocusNext } from '../../../ui/use-focus-next.ts'
import { offerColumns, PAGER_FROM_ITEMS } from '../offer-columns.tsx'
import { DeletePackage } from './delete-package.tsx'
import styles from './package-admin.module.css'
import { PackageForm } from './package-form.tsx'

interface PackageAdminProps {
  customerId: number
  /** Shows the list and nothing to do with it. */
  readOnly: boolean
}

type Opened = { act: 'form'; offer: AdminPackage | null } | { act: 'delete'; offer: AdminPackage }

/** A customer's packages, to be added, changed and deleted. */
export function PackageAdmin({ customerId, readOnly }: PackageAdminProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = usePagedList(listAdminPackages, { query: { customerId } }, { name: 'packages' })
  const close = () => setOpened(null)
  const add = useFocusNext<HTMLButtonElement>()
  function forget() {
    close()
    add.focusNext()
  }
  return (
    <section aria-label="Packages">
      {!readOnly && (
        <div className="tools">
          <Button
            ref={add.ref}
            kind="prime"
            icon={IconPlus}
            onClick={() => setOpened({ act: 'form', offer: null })}
          >
            Add Package
          </Button>
        </div>
      )}
      <DataTable
        label="Packages"
        columns={columns}
        {...list.table}
        waiting="Loading packages"
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        actions={
          readOnly
            ? []
            : [
                { label: 'Edit', icon: IconPencil, onClick: (offer) => setOpened({ act: 'form', offer }) },
                { label: 'Delete', icon: IconTrash, onClick: (offer) => setOpened({ act: 'delete', offer }) },
              ]
        }
        empty={<EmptyState>This customer has no packages yet.</EmptyState>}
        footer={<Pager {...list.pager} fromItems={PAGER_FROM_ITEMS} />}
      />
      {opened?.act === 'form' && <PackageForm customerId={customerId} offer={opened.offer} onClose={close} />}
      {opened?.act === 'delete' && (
        <DeletePackage
          offer={list.rows?.find(({ id }) => id === opened.offer.id) ?? opened.offer}
          onClose={close}
          onDeleted={forget}
        />
      )}
    </section>
  )
}

const columns: Column<AdminPackage>[] = offerColumns(({ name, imagePath }) => (
  <span className={styles.named}>
    <span className={`night ${styles.plate}`}>{imagePath && <img src={imageUrl(imagePath)} alt="" />}</span>
    {name}
  </span>
))
