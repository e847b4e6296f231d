import type { ConsumerPackage } from '@almanac/contract/packages'
import { type ReactNode, useId, useState } from 'react'
import { imageUrl } from '../../api/url.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatTokens } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { Moon } from '../../ui/moon.tsx'
import { TokenYear } from '../../ui/token.tsx'
import { pricePerToken, worthOf } from '../../ui/token-words.ts'
import styles from './package-card.module.css'

interface PackageCardProps {
  offer: ConsumerPackage
  /** The moon that stands in for a missing picture, 0 to 0.5: it waxes with the package. */
  moonPhase: number
  /** It is bought automatically. */
  isChosen: boolean
  /** Its part by which it is, or is not. */
  autoPurchase: ReactNode
  onPurchase: () => void
}

/** One package: picture, price, what it is good for, the year of Tuesdays it fills, and automatic purchase. */
export function PackageCard(props: PackageCardProps) {
  const { offer, moonPhase, isChosen, autoPurchase, onPurchase } = props
  const nameId = useId()
  return (
    <li className={classNames(styles.card, isChosen && styles.chosen)}>
      <Plate imagePath={offer.imagePath} moonPhase={moonPhase} />
      <div className={styles.body}>
        <h3 id={nameId}>{offer.name}</h3>
        <div className={styles.sum}>
          <p className={styles.price}>
            <Money dollars={offer.price} className={styles.figure} />
            <span>{formatTokens(offer.numberOfTokens)}</span>
          </p>
          <p className={styles.worth}>
            <b>{worthOf(offer.numberOfTokens)}</b>
            <span>{pricePerToken(offer)}</span>
          </p>
        </div>
        <div className={styles.year}>
          <TokenYear tokens={offer.numberOfTokens} />
        </div>
        <div className={styles.auto}>{autoPurchase}</div>
        <Button kind="prime" wide className={styles.act} aria-describedby={nameId} onClick={onPurchase}>
          Purchase
        </Button>
      </div>
    </li>
  )
}

/** The place of a package that is on its way, as large as it will be. */
export function PackagePlace() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.plate}>
        <span className={styles.newMoon} />
      </div>
      <div className={styles.coming} />
    </div>
  )
}

function Plate({ imagePath, moonPhase }: { imagePath: string | null; moonPhase: number }) {
  const [isBroken, setIsBroken] = useState(false)
  return (
    <div className={`night ${styles.plate}`}>
      {imagePath && !isBroken ? (
        <img src={imageUrl(imagePath)} alt="" onError={() => setIsBroken(true)} />
      ) : (
        <span aria-hidden="true">
          <Moon phase={moonPhase} size={72} />
        </span>
      )}
    </div>
  )
}
