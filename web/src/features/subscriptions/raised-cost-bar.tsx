import { paths } from '@almanac/contract/pages'
import { Link, useLocation } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { barText } from './raised-cost-rules.ts'
import { useRaisedCosts } from './use-raised-costs.ts'

/** A line under the header while a sign costs more than when it was subscribed and that was not answered; the Sunbursts say it themselves. */
export function RaisedCostBar() {
  const { customerUrl } = useTenantParams()
  const { pathname } = useLocation()
  const raised = useRaisedCosts().data?.raisedCosts ?? []
  const to = paths.subscriptions(customerUrl)
  return (
    <div role="status">
      {raised.length > 0 && pathname !== to && (
        <NoticeBar>
          {barText(raised)}{' '}
          <Link className="link" to={to}>
            Keep or End It
          </Link>
        </NoticeBar>
      )}
    </div>
  )
}
