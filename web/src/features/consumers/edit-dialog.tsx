import type { ConsumerRow } from '@almanac/contract/consumers'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { RefusalNote } from '../../ui/refusal-note.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { AddressFields } from './address-fields.tsx'
import { TokenFields } from './token-fields.tsx'
import { reload, useConsumerEdit } from './use-consumer-edit.ts'
import { useDetails } from './use-details.ts'
import type { EditCourse } from './use-edit.ts'

interface EditDialogProps {
  consumer: ConsumerRow
  onClose: () => void
}

/** Edits a consumer: the address and number, or the balance of tokens. */
export function EditDialog({ consumer, onClose }: EditDialogProps) {
  const { details, failure, isFetching, retry } = useDetails(consumer)
  const edit = useConsumerEdit(consumer, details, onClose)
  const { form, course, kind, setKind, opened } = edit
  const isUnanswered = course.step === 'unanswered'
  const isSending = course.step === 'sending'
  const isHeld = course.step !== 'entering'

  /** Nobody knows what came of the edit: the lists may. */
  function close() {
    if (isUnanswered) reload()
    onClose()
  }

  return (
    <Dialog
      opened
      title={consumer.fullName}
      subtitle={`${consumer.url}, ${consumer.username}`}
      onClose={close}
      dirty={form.changed || isUnanswered}
      pending={isSending}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button
            kind="prime"
            {...form.submitButton}
            pending={isSending}
            pendingWord="Saving …"
            disabled={!opened || (!isUnanswered && form.submitButton.disabled)}
          >
            {isUnanswered ? 'Try again' : 'Save'}
          </Button>
        </>
      }
    >
      <RadioGroup
        legend="What to edit"
        hideLegend
        options={[
          { value: 'profile', label: 'Edit Profile', disabled: isHeld },
          { value: 'tokens', label: 'Edit Token Balance', disabled: isHeld },
        ]}
        value={kind}
        onChange={setKind}
      />
      {failure && <ErrorState message={failureText(failure)} onRetry={retry} pending={isFetching} />}
      {!opened && !failure && <SkeletonText label="Loading the consumer" />}
      {opened && kind === 'profile' && <AddressFields form={form} opened={opened} disabled={isHeld} />}
      {opened && kind === 'tokens' && <TokenFields edit={edit} disabled={isHeld} />}
      <Refusal course={course} />
    </Dialog>
  )
}

/** Why nothing was saved, or that nobody knows yet. */
function Refusal({ course }: { course: EditCourse }) {
  const text =
    course.step === 'unanswered'
      ? `${course.message} Trying again repeats this same edit, so nothing is done twice.`
      : course.step === 'entering' && course.refusal
  return <RefusalNote>{text}</RefusalNote>
}
