import { IconBrandPaypal, IconCreditCard, IconDeviceMobileDollar } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { IconShape } from '../../ui/icon.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CardPayment } from './card-payment.tsx'
import styles from './payment-form.module.css'
import type { PaymentPanelProps } from './payment-panel.ts'
import { PaypalPayment, VenmoPayment } from './wallet-payment.tsx'

/** The ways to pay anew, by the specification's ids. */
export type PaymentTabId = '1' | '2' | '3'

interface PaymentTab {
  id: PaymentTabId
  way: 'card' | 'paypal' | 'venmo'
  label: string
  icon: IconShape
  Panel: ComponentType<PaymentPanelProps>
}

export const CARD_TAB = '1'

const PAYMENT_TABS: readonly PaymentTab[] = [
  { id: CARD_TAB, way: 'card', label: 'Card', icon: IconCreditCard, Panel: CardPayment },
  { id: '2', way: 'paypal', label: 'PayPal', icon: IconBrandPaypal, Panel: PaypalPayment },
  { id: '3', way: 'venmo', label: 'Venmo', icon: IconDeviceMobileDollar, Panel: VenmoPayment },
]

/** The way of paying that a tab holds. */
export function wayOf(tab: PaymentTabId): PaymentTab['way'] {
  return PAYMENT_TABS.find(({ id }) => id === tab)?.way ?? 'card'
}

interface PaymentTabsProps extends PaymentPanelProps {
  tab: PaymentTabId
  onTab: (tab: PaymentTabId) => void
}

/** The ways to pay anew; what was entered in one stays while another is looked at. */
export function PaymentTabs({ tab, onTab, ...panel }: PaymentTabsProps) {
  const { wallets } = panel.settings
  const tabs = PAYMENT_TABS.filter(({ way }) => way === 'card' || wallets.includes(way))
  return (
    <div>
      <div className={styles.tabs}>
        <Tabs
          id="pay"
          label="Payment method"
          tabs={tabs.map(({ id, label, icon }) => ({ value: id, label, icon }))}
          value={tab}
          onChange={onTab}
        />
      </div>
      {tabs.map(({ id, Panel }) => (
        <TabPanel key={id} id="pay" value={id} shown={tab === id}>
          <Panel {...panel} />
        </TabPanel>
      ))}
    </div>
  )
}
