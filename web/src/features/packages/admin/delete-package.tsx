import { type AdminPackage, deletePackage, listAdminPackages } from '@almanac/contract/packages'
import { call } from '../../../api/call.ts'
import { useDeletion } from '../../../api/use-deletion.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { countOf } from '../../../ui/format.ts'

interface DeletePackageProps {
  offer: AdminPackage
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a package is deleted, and says what ends with it. */
export function DeletePackage({ offer, onClose, onDeleted }: DeletePackageProps) {
  const { id, name, autoPurchaseCount } = offer
  const { isHeld, pending, remove } = useDeletion({
    list: listAdminPackages,
    send: (isTold) => call(deletePackage, { params: { packageId: id }, isTold }),
    done: 'Package deleted successfully.',
    onDeleted,
  })
  return (
    <ConfirmDialog
      opened
      title={`Delete ${name}?`}
      kind="danger"
      confirmLabel="Delete"
      pending={pending}
      held={isHeld}
      onConfirm={remove}
      onCancel={onClose}
    >
      <p>It can no longer be purchased. Purchases that were begun go on as agreed.</p>
      <p>
        {autoPurchaseCount === 0 ? (
          'Nobody has it bought automatically.'
        ) : (
          <>
            <strong>{countOf(autoPurchaseCount, 'automatic purchase')} of it.</strong> They end, and their
            consumers are told by email.
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
