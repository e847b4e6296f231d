import { IconCreditCard } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import type { IconShape } from '../../ui/icon.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CardPayment } from './card-payment.tsx'
import styles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'

interface PaymentTab {
  id: number
  label: string
  icon: IconShape
  Panel: ComponentType<PaymentPanelProps>
}

/** The ways to pay, each with the specification's id. */
const PAYMENT_TABS: readonly PaymentTab[] = [
  { id: 1, label: 'Card', icon: IconCreditCard, Panel: CardPayment },
]

const FIRST = '1'

/** The ways to pay anew; what was entered in one stays while another is looked at. */
export function PaymentTabs(props: PaymentPanelProps) {
  const [shown, setShown] = useState(FIRST)
  return (
    <div>
      <div className={styles.tabs}>
        <Tabs
          id="pay"
          label="Payment method"
          tabs={PAYMENT_TABS.map(({ id, label, icon }) => ({ value: String(id), label, icon }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      {PAYMENT_TABS.map(({ id, Panel }) => (
        <TabPanel key={id} id="pay" value={String(id)} shown={shown === String(id)}>
          <Panel {...props} />
        </TabPanel>
      ))}
    </div>
  )
}
