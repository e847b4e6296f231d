import { answerBody, answerTicket } from '@almanac/contract/support'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { useAttemptKey } from '../../api/use-attempt-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { formatCount } from '../../ui/format.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import type { TenantTicket } from './tenant-ticket.ts'
import styles from './tickets.module.css'

const ANSWER_MAX_CHARACTERS = 2000

/** Answers one message; the consumer sees the answer and is mailed it. */
export function AnswerDialog({ ticket, onClose }: { ticket: TenantTicket; onClose: () => void }) {
  const params = useTenantParams()
  const attempt = useAttemptKey()
  const form = useForm({
    initial: { answer: '' },
    schema: answerBody,
    onSubmit: async (body) => {
      try {
        await call(answerTicket, {
          params: { ...params, ticketId: ticket.id },
          body,
          idempotencyKey: attempt.read(),
        })
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        attempt.fail(thrown)
        return
      }
      showToast('success', `Your answer is on its way to ${ticket.consumerName}.`)
      void refresh('tickets')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      size="middle"
      title={`Answer ${ticket.consumerName}`}
      subtitle={`The answer goes to ${ticket.email} and shows under the consumer's support tickets.`}
      dirty={form.changed}
      pending={form.pending}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" {...form.submitButton}>
            Send Answer
          </Button>
        </>
      }
    >
      <blockquote className={styles.quote}>{ticket.description}</blockquote>
      <TextArea
        label="Answer"
        {...form.field('answer')}
        counter={(length) => `${formatCount(length)} of ${formatCount(ANSWER_MAX_CHARACTERS)} characters`}
      />
    </Dialog>
  )
}
