import { type AdminCategory, deleteCategory, listAdminCategories } from '@almanac/contract/categories'
import { call } from '../../../api/call.ts'
import { useDeletion } from '../../../api/use-deletion.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { countOf } from '../../../ui/format.ts'

interface DeleteCategoryProps {
  category: AdminCategory
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a category is deleted, and says what ends with it. */
export function DeleteCategory({ category, onClose, onDeleted }: DeleteCategoryProps) {
  const { id, name, subscriberCount, scheduledTextCount } = category
  const { isHeld, pending, remove } = useDeletion({
    list: listAdminCategories,
    send: (isTold) => call(deleteCategory, { params: { consumerCategoryId: id }, isTold }),
    done: 'Category deleted successfully.',
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
