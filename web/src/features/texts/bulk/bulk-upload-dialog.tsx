import { Dialog } from '../../../ui/dialog.tsx'

interface BulkUploadDialogProps {
  customer: { id: number; companyName: string }
  onClose: () => void
}

/** Bulk Text Upload of one customer. */
export function BulkUploadDialog({ customer, onClose }: BulkUploadDialogProps) {
  return (
    <Dialog opened title="Bulk Text Upload" subtitle={customer.companyName} onClose={onClose}>
      <p>To be uploaded.</p>
    </Dialog>
  )
}
