import type { AutoPurchaseRule } from '@almanac/contract/auto-purchase'
import type { ConsumerPackage } from '@almanac/contract/packages'
import { formatMoney } from '../../ui/format.ts'
import { Switch } from '../../ui/switch.tsx'
import { isAutoPurchasable } from './auto-purchase-rules.ts'
import styles from './auto-purchase-switch.module.css'
import { useAutoPurchase } from './use-auto-purchase.ts'
import type { AutoPurchaseChoice } from './use-auto-purchase-choice.ts'

interface AutoPurchaseSwitchProps {
  offer: ConsumerPackage
  choice: AutoPurchaseChoice
}

/** The part of a package's card by which it is bought automatically, or that it can't be. */
export function AutoPurchaseSwitch({ offer, choice }: AutoPurchaseSwitchProps) {
  const { data: auto } = useAutoPurchase()
  const isOn = choice.chosenId === offer.id
  // What was chosen before it could no longer be bought automatically can still be turned off.
  if (!isAutoPurchasable(offer, auto?.thresholdToken) && !isOn)
    return <p className={styles.none}>Not auto purchasable</p>
  return (
    <Switch
      label={
        <>
          Auto-purchase<span className="sr-only"> of {offer.name}</span>
        </>
      }
      detail={<Detail offer={offer} rule={auto?.rule} />}
      checked={isOn}
      pending={choice.isPending}
      onChange={() => choice.choose(offer, !isOn)}
    />
  )
}

function Detail({ offer, rule }: { offer: ConsumerPackage; rule: AutoPurchaseRule | null | undefined }) {
  if (rule?.packageId === offer.id && (rule.state === 'paused' || rule.waitReason)) {
    return <span className={styles.paused}>{rule.state === 'paused' ? 'Paused' : 'Waiting'}</span>
  }
  return <>at {formatMoney(offer.autoRenewPrice)}</>
}
