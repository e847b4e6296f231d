import { paths } from '@almanac/contract/pages'
import { type DefaultPayment, getDefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { CardSettings } from './card-provider.ts'
import styles from './default-card.module.css'
import { DefaultCardForm } from './default-card-form.tsx'
import { WithCardProvider } from './with-card-provider.tsx'

/** Adds the default payment, or replaces it. */
export function Component() {
  const params = useConsumerParams()
  const { customerUrl } = params
  const payment = useEndpoint(getDefaultPayment, { params })
  const settings = useEndpoint(getPaymentSettings, { params: { customerUrl } }, { staleTimeMs: Infinity })
  const failed = [payment, settings].find(({ data, error }) => error && !data)
  const isNew = payment.data?.noDefaultPayment
  return (
    <>
      <PageHead
        title={isNew ? 'Add Default Payment' : 'Update Default Payment'}
        back={
          <Button component={Link} to={paths.profile(customerUrl)} kind="bare" icon={IconArrowLeft}>
            Back
          </Button>
        }
      />
      <div className={styles.page}>
        {failed?.error && (
          <ErrorState
            message={failureText(failed.error)}
            onRetry={() => void failed.refetch()}
            pending={failed.isFetching}
          />
        )}
        {!failed && !(payment.data && settings.data) && (
          <SkeletonText count={6} label="Loading the payment form" />
        )}
        {payment.data && settings.data && <CardOf settings={settings.data.card} payment={payment.data} />}
      </div>
    </>
  )
}

function CardOf({ settings, payment }: { settings: CardSettings; payment: DefaultPayment }) {
  const params = useConsumerParams()
  const navigate = useNavigate()
  return (
    <WithCardProvider card={settings}>
      {(provider) => (
        <DefaultCardForm
          provider={provider}
          payment={payment}
          onSaved={({ message, ...saved }) => {
            queryClient.setQueryData(queryKey(getDefaultPayment, { params }), saved)
            void refresh('profile')
            showToast('success', message)
            void navigate(paths.profile(params.customerUrl))
          }}
        />
      )}
    </WithCardProvider>
  )
}
