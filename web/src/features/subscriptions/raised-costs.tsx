import type { ConsumerCategory } from '@almanac/contract/categories'
import type { RaisedCost } from '@almanac/contract/subscriptions'
import { IconAlertCircle } from '@tabler/icons-react'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFocusGoesOn } from '../../ui/use-focus-goes-on.ts'
import styles from './notice.module.css'
import { endLabel, raisedHead } from './raised-cost-rules.ts'
import { useRaisedCostAnswer } from './use-raised-costs.ts'

interface RaisedCostsProps {
  raised: readonly RaisedCost[]
  signs: readonly ConsumerCategory[]
}

/** What costs more than when one subscribed: each can be kept or ended by a press. */
export function RaisedCosts({ raised, signs }: RaisedCostsProps) {
  if (raised.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Costs that rose">
      {raised.map((one) => (
        <Raised
          key={one.consumerCategoryId}
          raised={one}
          subscribed={signs.find(({ id }) => id === one.consumerCategoryId)?.subscribedMediums ?? []}
        />
      ))}
    </ul>
  )
}

function Raised({ raised, subscribed }: { raised: RaisedCost; subscribed: readonly string[] }) {
  const { pending, give } = useRaisedCostAnswer(raised)
  const timeZone = useOwnZone()
  const since = formatDate(raised.raisedDateTime, timeZone)
  return (
    <li ref={useFocusGoesOn<HTMLLIElement>()} className={styles.notice}>
      <Icon of={IconAlertCircle} size={24} />
      <div className={styles.words}>
        <p className={styles.head}>{raisedHead(raised)}</p>
        <p>It has since {since}. Nothing changes unless you end it.</p>
      </div>
      <div className={styles.acts}>
        <Button pending={pending === 'end'} onClick={() => void give('end')}>
          {endLabel(raised, subscribed)}
        </Button>
        <Button kind="prime" pending={pending === 'keep'} onClick={() => void give('keep')}>
          Keep It
        </Button>
      </div>
    </li>
  )
}
