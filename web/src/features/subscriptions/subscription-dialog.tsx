import type { ConsumerCategory } from '@almanac/contract/categories'
import { paths } from '@almanac/contract/pages'
import { useNavigate } from 'react-router'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { formatTokens } from '../../ui/format.ts'
import { leaveDialogFor } from '../../ui/leave-check.ts'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { MediumChoice } from './medium-choice.tsx'
import { logoOf } from './sign-card.tsx'
import styles from './subscription-dialog.module.css'
import { useSubscription } from './use-subscription.ts'

/** Chooses how the Sunbursts of one sign come; without a sign it is closed. */
export function SubscriptionDialog(props: { sign: ConsumerCategory | undefined; onClose: () => void }) {
  const { sign, onClose } = props
  return sign ? <OpenSubscription key={sign.id} sign={sign} onClose={onClose} /> : null
}

function OpenSubscription({ sign, onClose }: { sign: ConsumerCategory; onClose: () => void }) {
  const { tokenBalance, customerUrl } = useUser()
  const navigate = useNavigate()
  const subscription = useSubscription(sign, onClose)
  const { act, costTokens, isPending } = subscription
  const leaveTo = (to: string) => leaveDialogFor(() => void navigate(to))

  return (
    <>
      <Dialog
        opened
        title={
          <span className={styles.title}>
            <SignIcon name={sign.name} logoUrl={logoOf(sign)} size={32} />
            {sign.name}
          </span>
        }
        dirty={subscription.isChanged}
        pending={isPending}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          void subscription.submit()
        }}
        actions={
          <>
            <CancelButton />
            <Button
              kind={act.label === 'Unsubscribe' ? 'danger' : 'gold'}
              type="submit"
              pending={isPending}
              disabled={act.isDisabled}
            >
              {act.label}
            </Button>
          </>
        }
      >
        <MediumChoice sign={sign} subscription={subscription} />
        <p>Each Sunburst is charged when it is sent. You have {formatTokens(tokenBalance)}.</p>
        {act.isShort && (
          <div className={styles.short} role="alert">
            <p>
              These Sunbursts cost {formatTokens(costTokens)} a day, more than your{' '}
              {formatTokens(tokenBalance)}.
            </p>
            <Button kind="prime" onClick={() => leaveTo(paths.packages(customerUrl ?? ''))}>
              Buy Tokens
            </Button>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        opened={subscription.isNumberMissing}
        title="Add your SMS phone number"
        confirmLabel="Go to Profile"
        onConfirm={() => leaveTo(paths.profile(customerUrl ?? ''))}
        onCancel={subscription.forgetNumberPrompt}
      >
        <p>
          Sunbursts by SMS go to phones on US carriers only. Add a US phone number to your profile and verify
          it, then choose SMS here.
        </p>
      </ConfirmDialog>
    </>
  )
}
