import type { ConsumerCategory } from '@almanac/contract/categories'
import { IconChevronRight, IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { imageUrl } from '../../api/url.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { SIGN_DRAWINGS } from '../../ui/sign-drawings.ts'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { TokenRow } from '../../ui/token.tsx'
import styles from './sign-card.module.css'
import { costOf } from './subscription-rules.ts'

const MEDIUMS = [
  { name: 'sms', label: 'SMS', icon: IconDeviceMobileMessage },
  { name: 'email', label: 'Email', icon: IconMail },
] as const

/** One sign and how it comes now; opens its choice. */
export function SignCard({ sign, onOpen }: { sign: ConsumerCategory; onOpen: () => void }) {
  const { name, deliveryMediums, subscribedMediums = [] } = sign
  const chosen = MEDIUMS.filter((medium) => subscribedMediums.includes(medium.name))
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.card, chosen.length > 0 && styles.on)}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <SignIcon name={name} logoUrl={logoOf(sign)} size={40} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.mediums}>
            {chosen.length === 0 && 'Not subscribed'}
            {chosen.map((medium) => (
              <span key={medium.name} className={styles.medium}>
                <Icon of={medium.icon} />
                {medium.label}
              </span>
            ))}
          </span>
        </span>
        <TokenRow of={Math.min(4, costOf(deliveryMediums, subscribedMediums))} sizePx={10} />
        <span className={styles.go}>
          <Icon of={IconChevronRight} />
        </span>
      </button>
    </li>
  )
}

/** One of the zodiac has the house's drawing, whose line follows the page's colours. */
export function logoOf({ name, logoSvg }: Pick<ConsumerCategory, 'name' | 'logoSvg'>): string | null {
  return logoSvg === null || name.trim().toLowerCase() in SIGN_DRAWINGS ? null : imageUrl(logoSvg)
}
