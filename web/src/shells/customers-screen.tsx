import { lazy, Suspense } from 'react'
import { CustomersPage } from '../features/tenants/customers-page.tsx'

const BulkUpload = lazy(async () => {
  const { BulkUploadDialog } = await import('../features/texts/bulk/bulk-upload-dialog.tsx')
  return { default: BulkUploadDialog }
})

/** All Customers; a customer's short texts are uploaded by a feature of their own, loaded when it is asked for. */
export function Component() {
  return (
    <CustomersPage
      upload={(customer, onClose) => (
        <Suspense>
          <BulkUpload customer={customer} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}
