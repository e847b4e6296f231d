import { paths } from '@almanac/contract/pages'
import { type DefaultPayment, deleteDefaultPayment, getDefaultPayment } from '@almanac/contract/payments'
import { IconCreditCard, IconTrash, IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { cardExpiry, cardName } from '../../ui/card-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'

interface AutoRenew {
  /** The package that is bought automatically with it, by name. */
  autoRenewPackage: string | null
}

/** The default payment: none, a card or a wallet; added, replaced and deleted from here. */
export function DefaultPaymentSection({ autoRenewPackage }: AutoRenew) {
  const params = useConsumerParams()
  const { data, error, isPending, isFetching, refetch } = useEndpoint(getDefaultPayment, { params })
  return (
    <ProfileSection title="Default Payment">
      {isPending && <SkeletonText count={2} label="Loading the default payment" />}
      {error && !data && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {data && <Method payment={data} autoRenewPackage={autoRenewPackage} />}
    </ProfileSection>
  )
}

function Method({ payment, autoRenewPackage }: AutoRenew & { payment: DefaultPayment }) {
  const { customerUrl } = useConsumerParams()
  const [isAsking, setIsAsking] = useState(false)
  const to = paths.defaultPayment(customerUrl)
  if (payment.noDefaultPayment) {
    return (
      <div className={styles.method}>
        <p>none</p>
        <Button component={Link} to={to} icon={IconCreditCard}>
          Add Default Payment
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.method}>
      <div className={styles.card}>
        <Icon of={payment.isStripePayment ? IconCreditCard : IconWallet} size={24} />
        <p>
          <b>{payment.isStripePayment ? cardName(payment) : 'PayPal'}</b>
          <span>{payment.fullName}</span>
          <span className="num">{payment.isStripePayment ? cardExpiry(payment) : payment.email}</span>
        </p>
      </div>
      <div className={styles.acts}>
        <Button component={Link} to={to}>
          Update Default Payment
        </Button>
        <Button kind="danger" icon={IconTrash} onClick={() => setIsAsking(true)}>
          Delete
        </Button>
      </div>
      <DeleteDialog opened={isAsking} autoRenewPackage={autoRenewPackage} onEnd={() => setIsAsking(false)} />
    </div>
  )
}

interface DeleteDialogProps extends AutoRenew {
  opened: boolean
  onEnd: () => void
}

function DeleteDialog({ opened, autoRenewPackage, onEnd }: DeleteDialogProps) {
  const params = useConsumerParams()
  const [pending, setPending] = useState(false)

  async function remove() {
    setPending(true)
    try {
      const { message: _message, ...payment } = await call(deleteDefaultPayment, { params })
      queryClient.setQueryData(queryKey(getDefaultPayment, { params }), payment)
      showToast('success', 'Default card info deleted successfully.')
      onEnd()
      void refresh('profile')
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    }
    setPending(false)
  }

  return (
    <ConfirmDialog
      opened={opened}
      title="Delete default payment"
      confirmLabel="Delete"
      kind="danger"
      pending={pending}
      onConfirm={() => void remove()}
      onCancel={onEnd}
    >
      <p>
        The existing package subscription will be cancelled: {autoRenewPackage ?? 'no package'} is
        {autoRenewPackage && ' not'} bought automatically any more.
      </p>
      <p>Your tokens and your Sunbursts stay.</p>
    </ConfirmDialog>
  )
}
