import { AutoPurchaseFootNote } from '../features/auto-purchase/auto-purchase-foot-note.tsx'
import { AutoPurchaseNotice } from '../features/auto-purchase/auto-purchase-notice.tsx'
import { AutoPurchaseQuestions } from '../features/auto-purchase/auto-purchase-questions.tsx'
import { AutoPurchaseSwitch } from '../features/auto-purchase/auto-purchase-switch.tsx'
import { useAutoPurchaseChoice } from '../features/auto-purchase/use-auto-purchase-choice.ts'
import { PackagesPage } from '../features/packages/packages-page.tsx'
import { PurchaseConfirmation } from '../features/payments/purchase-confirmation.tsx'

/** The packages, each with the switch by which it is bought automatically, and the confirmation of what was just bought. */
export function Component() {
  const choice = useAutoPurchaseChoice()
  return (
    <>
      <PackagesPage
        notice={
          <>
            <PurchaseConfirmation />
            <AutoPurchaseNotice />
          </>
        }
        chosenId={choice.chosenId}
        autoPurchaseOf={(offer) => <AutoPurchaseSwitch offer={offer} choice={choice} />}
        footNote={<AutoPurchaseFootNote />}
      />
      <AutoPurchaseQuestions choice={choice} />
    </>
  )
}
