import type { ConsumerCategory } from '@almanac/contract/categories'
import { paths } from '@almanac/contract/pages'
import type { Outlook } from '@almanac/contract/rehearsal'
import { IconAlertCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './outlook.module.css'
import {
  automaticText,
  countWords,
  coverageHead,
  coverageText,
  isRunningOut,
  nextWords,
} from './outlook-rules.ts'
import { logoOf } from './sign-card.tsx'

interface OutlookPartProps {
  outlook: Outlook
  signs: readonly ConsumerCategory[]
}

/** What is coming of the own signs, and until when the balance covers it; nothing for whom nothing is to come. */
export function OutlookPart({ outlook, signs }: OutlookPartProps) {
  const headingId = useId()
  const { customerUrl } = useTenantParams()
  const clock = { now: useNow(60_000), timeZone: useOwnZone() }
  if (!signs.some(({ subscribedMediums = [] }) => subscribedMediums.length > 0)) return null
  const isShort = isRunningOut(outlook)
  const automatic = automaticText(outlook, clock)
  return (
    <section className={styles.outlook} aria-labelledby={headingId}>
      <h2 id={headingId}>Coming Up</h2>
      <div className={styles.coverage}>
        <div className={styles.words}>
          <p className={styles.head}>
            {isShort && <Icon of={IconAlertCircle} size={24} />}
            {coverageHead(outlook, clock)}
          </p>
          <p>{coverageText(outlook, clock)}</p>
          {automatic && <p>{automatic}</p>}
        </div>
        {isShort && (
          <Button component={Link} to={paths.packages(customerUrl)} kind="prime">
            Purchase Tokens
          </Button>
        )}
      </div>
      {outlook.signs.length > 0 && (
        <ul className={styles.signs}>
          {outlook.signs.map((sign) => (
            <li key={sign.consumerCategoryId}>
              <SignIcon name={sign.categoryName} logoUrl={logoIn(signs, sign.consumerCategoryId)} size={24} />
              <span className={styles.name}>{sign.categoryName}</span>
              <span className={classNames(styles.count, sign.covered < sign.scheduled && styles.lacking)}>
                {countWords(sign)}
              </span>
              <span className={styles.next}>{nextWords(sign, clock)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.basis}>
        Counted is what is scheduled so far, at what it costs now. Sunbursts that are not scheduled yet, and
        readings that you play, take tokens too.
      </p>
    </section>
  )
}

function logoIn(signs: readonly ConsumerCategory[], categoryId: number): string | null {
  const sign = signs.find(({ id }) => id === categoryId)
  return sign ? logoOf(sign) : null
}
