import { useState } from 'react'
import { type CustomerRow, Component as CustomersPage } from '../features/tenants/customers-page.tsx'
import { BulkUploadDialog } from '../features/texts/bulk/bulk-upload-dialog.tsx'

/** All Customers, with the upload of short texts for one of them. */
export function Component() {
  const [uploadsFor, setUploadsFor] = useState<CustomerRow | null>(null)
  return (
    <>
      <CustomersPage onUploadTexts={setUploadsFor} />
      {uploadsFor && <BulkUploadDialog customer={uploadsFor} onClose={() => setUploadsFor(null)} />}
    </>
  )
}
