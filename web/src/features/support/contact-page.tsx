import { limits } from '@almanac/contract/limits'
import { paths } from '@almanac/contract/pages'
import { openTicket, ticketBody } from '@almanac/contract/support'
import { IconMessages, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useAttemptKey } from '../../api/use-attempt-key.ts'
import { useLeaveQuestion } from '../../leave-question.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormActions, FormFrame } from '../../ui/form-frame.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './support.module.css'
import { contactForm } from './ticket-rules.ts'

/** Contact Us: a message to the tenant's customer support. */
export function Component() {
  const { customerUrl } = useConsumerParams()
  return (
    <>
      <PageHead title="Contact Us" text="Click Support on the left before sending a message" />
      <div className={styles.split}>
        <ContactForm />
        <aside className={styles.aside} aria-label="Support tickets">
          <h2>Earlier messages</h2>
          <p>Your messages to us, and our answers.</p>
          <div className={styles.ways}>
            <Button component={Link} to={paths.supportTickets(customerUrl)} icon={IconMessages}>
              Support Tickets
            </Button>
          </div>
        </aside>
      </div>
    </>
  )
}

type Draft = { description: string; consumerEmail: string }

/** A message that failed, and the key under which it may have been stored all the same. */
type Unsent = { draft: Draft; key: string }

function ContactForm() {
  const params = useConsumerParams()
  const { email } = useUser()
  const [isSent, setIsSent] = useState(false)
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const attempt = useAttemptKey()
  const empty: Draft = { description: '', consumerEmail: email }
  const form = useForm({
    initial: empty,
    schema: contactForm,
    onSubmit: async ({ description, consumerEmail }) => {
      const draft = form.values
      const body = ticketBody.parse({ description, email: consumerEmail })
      try {
        await call(openTicket, { params, body, idempotencyKey: attempt.read() })
        setIsSent(true)
        void refresh('tickets')
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        attempt.fail(thrown)
        setUnsent({ draft, key: attempt.read() })
      }
      // What is written next is another message; what was not sent keeps its key.
      attempt.renew()
      form.reset(empty)
    },
  })

  const leaving = useLeaveQuestion(form.changed || unsent !== null, {
    title: 'Leave without sending?',
    text: 'Your message has not been sent and is not kept.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })

  function restore({ draft, key }: Unsent) {
    attempt.put(key)
    form.reset(draft)
    setUnsent(null)
  }

  return (
    <FormFrame size="broad" className={styles.form} onSubmit={form.submit}>
      {unsent && (
        <div className={styles.unsent}>
          <p>Your message was not sent. It is kept here until you leave this page.</p>
          <Button onClick={() => restore(unsent)}>Put it back</Button>
        </div>
      )}
      <TextArea
        label="Message"
        {...form.field('description')}
        counter={(length) =>
          `${formatCount(length)} of ${formatCount(limits.supportMessageMaxCharacters)} characters`
        }
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="The answer goes to this address."
        {...form.field('consumerEmail')}
      />
      <FormActions>
        <Button kind="prime" icon={IconSend} {...form.submitButton}>
          Send Message
        </Button>
      </FormActions>
      <SentDialog opened={isSent} onClose={() => setIsSent(false)} />
      {leaving.dialog}
    </FormFrame>
  )
}

function SentDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { customerUrl } = useConsumerParams()
  const navigate = useNavigate()
  const { data } = useTenantDetails(customerUrl)
  return (
    <ConfirmDialog
      opened={opened}
      title="Message submitted"
      cancelLabel="Back"
      confirmLabel="Go to Dashboard"
      onCancel={onClose}
      onConfirm={() => void navigate(paths.dashboard(customerUrl))}
    >
      <p>Your message was sent to the customer support of {data?.companyName ?? 'your provider'}.</p>
    </ConfirmDialog>
  )
}
