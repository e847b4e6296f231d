import { type AdminCategory, deleteCategory, listAdminCategories } from '@almanac/contract/categories'
import { call } from '../../../api/call.ts'
import { useDeletion } from '../../../api/use-deletion.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { countOf } from '../../../ui/format.ts'

interface DeleteCategoryProps {
  category: AdminCategory
  /** The server keeps the last one of a customer. */
  isLast: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a category is deleted, and says what ends with it; of the last one it says that it stays. */
export function DeleteCategory({ category, isLast, onClose, onDeleted }: DeleteCategoryProps) {
  const { id, name, subscriberCount, scheduledTextCount } = category
  const { isHeld, pending, remove } = useDeletion({
    list: listAdminCategories,
    send: (isTold) => call(deleteCategory, { params: { consumerCategoryId: id }, isTold }),
    done: 'Category deleted successfully.',
    onDeleted,
  })
  if (isLast) {
    return (
      <Dialog
        opened
        title={`${name} cannot be deleted`}
        onClose={onClose}
        actions={<CancelButton data-autofocus>Close</CancelButton>}
      >
        <p>The last category of a customer cannot be deleted. Add another one first.</p>
      </Dialog>
    )
  }
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
      <p>Consumers no longer see {name} or its readings.</p>
      {subscriberCount === 0 && scheduledTextCount === 0 ? (
        <p>Nobody receives it, and no short text of it is scheduled.</p>
      ) : (
        <p>
          <strong>
            {countOf(subscriberCount, 'subscriber')}, {countOf(scheduledTextCount, 'short text')} scheduled.
          </strong>{' '}
          The subscriptions end and their consumers are told by email, the texts are cancelled, and tokens
          that were charged for what is not sent yet are returned.
        </p>
      )}
    </ConfirmDialog>
  )
}
