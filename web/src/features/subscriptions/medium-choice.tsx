import type { ConsumerCategory } from '@almanac/contract/categories'
import { useUser } from '../../api/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatPhone } from '../../ui/phone-number.ts'
import { TokenAmount } from '../../ui/token.tsx'
import styles from './subscription-dialog.module.css'
import type { Medium } from './subscription-rules.ts'
import type { SubscriptionForm } from './use-subscription.ts'

const LABELS: Record<Medium, string> = { sms: 'SMS', email: 'Email' }

/** The mediums of a sign, each with where it goes and what one message costs. */
export function MediumChoice(props: { sign: ConsumerCategory; subscription: SubscriptionForm }) {
  const { sign, subscription } = props
  const { email, smsPhoneNumber } = useUser()
  const details: Record<Medium, string> = {
    sms: smsPhoneNumber
      ? `to ${formatPhone(smsPhoneNumber)}, US carriers only`
      : 'needs a verified phone number on a US carrier',
    email: `to ${email}`,
  }
  return (
    <fieldset className={styles.mediums}>
      <legend>Send my Sunbursts by</legend>
      {(['sms', 'email'] as const).map((medium) => {
        const offered = sign.deliveryMediums.find(({ name }) => name === medium)
        if (!offered) return null
        return (
          <Checkbox
            key={medium}
            className={styles.medium}
            label={
              <span className={styles.label}>
                <b>{LABELS[medium]}</b>
                <TokenAmount tokens={offered.numberOfTokens} />
              </span>
            }
            detail={offered.isDisable ? 'not offered right now' : details[medium]}
            error={subscription.refusals[medium]}
            checked={subscription.ticked.includes(medium)}
            disabled={offered.isDisable || subscription.isPending}
            onChange={(event) => subscription.tick(medium, event.target.checked)}
          />
        )
      })}
    </fieldset>
  )
}
