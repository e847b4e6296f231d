import { AutoPurchaseSummary } from '../features/auto-purchase/auto-purchase-summary.tsx'
import { ProfilePage } from '../features/profile/profile-page.tsx'

/** A consumer's profile, with the package that is bought automatically. */
export function Component() {
  return <ProfilePage autoPurchase={<AutoPurchaseSummary />} />
}
