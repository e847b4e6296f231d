import type { ConsumerCategory } from '@almanac/contract/categories'
import { consentWording } from '@almanac/contract/consent'
import { useUser } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
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
      <ConsentNote sign={sign} />
    </fieldset>
  )
}

/** What is agreed to by each medium, word for word as the server keeps it; it stands there before anything is ticked. */
function ConsentNote({ sign }: { sign: ConsumerCategory }) {
  const { customerUrl } = useUser()
  const { data: tenant } = useTenantDetails(customerUrl ?? '')
  if (!tenant) return null
  const programme = { companyName: tenant.companyName, categoryName: sign.name }
  const offered = (['sms', 'email'] as const).filter((medium) =>
    sign.deliveryMediums.some(({ name, isDisable }) => name === medium && !isDisable),
  )
  return (
    <div className={styles.consent}>
      {offered.map((medium) => (
        <p key={medium}>{consentWording(medium, programme)}</p>
      ))}
    </div>
  )
}
