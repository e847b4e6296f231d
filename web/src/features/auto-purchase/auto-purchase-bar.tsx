import { paths } from '@almanac/contract/pages'
import { IconX } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { signatureOf, troubleOf } from './auto-purchase-rules.ts'
import { headOf } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'
import { usePutAway } from './use-put-away.ts'

/**
 * A line under the header while something stands in the way of automatic purchase, until it is put away. The packages and
 * the profile say all of it, whether it was or not.
 */
export function AutoPurchaseBar() {
  const { customerUrl, consumerId } = useConsumerParams()
  const { pathname } = useLocation()
  const rule = useAutoPurchase().data?.rule
  const trouble = rule ? troubleOf(rule) : null
  const [isAway, putAway] = usePutAway(consumerId, rule && trouble && signatureOf(rule, trouble))
  const saysItself = [paths.packages(customerUrl), paths.profile(customerUrl)].includes(pathname)
  return (
    <div role="status">
      {rule && trouble && !isAway && !saysItself && (
        <NoticeBar action={<IconButton icon={IconX} label="Dismiss" onClick={putAway} />}>
          {headOf(trouble, rule)}{' '}
          <Link className="link" to={paths.profile(customerUrl)}>
            View Details
          </Link>
        </NoticeBar>
      )}
    </div>
  )
}
