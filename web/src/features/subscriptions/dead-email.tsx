import type { ConsumerCategory } from '@almanac/contract/categories'
import { paths } from '@almanac/contract/pages'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './notice.module.css'
import { DEAD_EMAIL } from './subscription-rules.ts'

interface DeadEmailProps {
  signs: readonly ConsumerCategory[]
  /** The address. */
  email: string
}

/** To whom Sunbursts should come by email: that they don't, since its address sends them back, and where that is put right. */
export function DeadEmail({ signs, email }: DeadEmailProps) {
  const { customerUrl } = useTenantParams()
  if (!signs.some(({ subscribedMediums = [] }) => subscribedMediums.includes('email'))) return null
  return (
    <div className={styles.list}>
      <div className={styles.notice}>
        <Icon of={IconAlertCircle} size={24} />
        <div className={styles.words}>
          <p className={styles.head}>{DEAD_EMAIL}</p>
          <p>Nothing is sent to {email}, and nothing is charged for it, until it is verified again.</p>
        </div>
        <div className={styles.acts}>
          <Button kind="prime" component={Link} to={paths.profile(customerUrl)}>
            Check It
          </Button>
        </div>
      </div>
    </div>
  )
}
