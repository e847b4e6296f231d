import { Component as DashboardPage } from '../features/audio/listening/dashboard-page.tsx'
import { AutoPurchaseChargeNote } from '../features/auto-purchase/auto-purchase-charge-note.tsx'

/** The readings, whose charge says which automatic purchase it triggers. */
export function Component() {
  return <DashboardPage chargeNote={(balance) => <AutoPurchaseChargeNote balanceTokens={balance} />} />
}
