import { paths } from '@almanac/contract/pages'
import { type DefaultPayment, getDefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import { IconArrowLeft, IconBrandPaypal, IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { DefaultCardForm } from './default-card-form.tsx'
import styles from './default-payment.module.css'
import { DefaultWallet } from './default-wallet.tsx'
import formStyles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'
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
        {payment.data && settings.data && <Ways settings={settings.data} payment={payment.data} />}
      </div>
    </>
  )
}

interface WaysProps {
  settings: PaymentPanelProps['settings']
  payment: DefaultPayment
}

const CARD_TAB = { value: '1', label: 'Card', icon: IconCreditCard } as const
const PAYPAL_TAB = { value: '2', label: 'PayPal', icon: IconBrandPaypal } as const

/** What can be kept as the default payment, by the specification's ids; Venmo can't. */
function Ways({ settings, payment }: WaysProps) {
  // What there was when the form opened: the answer changes it while one is still here.
  const [before] = useState(payment)
  const [tab, setTab] = useState<'1' | '2'>('1')
  const hasPaypal = settings.wallets.includes('paypal')
  return (
    <>
      <div className={formStyles.tabs}>
        <Tabs
          id="default"
          label="Payment method"
          tabs={hasPaypal ? [CARD_TAB, PAYPAL_TAB] : [CARD_TAB]}
          value={tab}
          onChange={setTab}
        />
      </div>
      <TabPanel id="default" value="1" shown={tab === '1'}>
        <CardOf settings={settings} payment={before} />
      </TabPanel>
      {hasPaypal && (
        <TabPanel id="default" value="2" shown={tab === '2'}>
          <DefaultWallet payment={before} />
        </TabPanel>
      )}
    </>
  )
}

function CardOf({ settings, payment }: WaysProps) {
  const params = useConsumerParams()
  const navigate = useNavigate()
  return (
    <WithCardProvider card={settings.card}>
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
