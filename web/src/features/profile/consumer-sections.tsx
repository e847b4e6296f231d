import { paths } from '@almanac/contract/pages'
import type { ConsumerProfile } from '@almanac/contract/profile'
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { Token, TokenRow } from '../../ui/token.tsx'
import { READING_TOKENS } from '../../ui/year-dots.ts'
import { DefaultPaymentSection } from './default-payment-section.tsx'
import styles from './profile-page.module.css'
import { possibleReadings } from './profile-rules.ts'
import { ProfileSection } from './profile-section.tsx'

/** What consumers alone have: tokens, a default payment, subscriptions. */
export function ConsumerSections(props: { profile: ConsumerProfile; autoPurchase: ReactNode }) {
  const { profile, autoPurchase } = props
  return (
    <>
      <TokenSection profile={profile} />
      <DefaultPaymentSection autoRenewPackage={profile.autoRenewPackage} />
      <ProfileSection title="Auto-Purchase Package">{autoPurchase}</ProfileSection>
      <SubscriptionSection subscriptions={profile.subscriptions} />
    </>
  )
}

function TokenSection({ profile }: { profile: ConsumerProfile }) {
  const { customerUrl } = useTenantParams()
  const { tokenBalance } = profile
  return (
    <ProfileSection
      title="Tokens"
      acts={
        <p className={styles.links}>
          <Link className="link" to={paths.packages(customerUrl)}>
            Purchase Tokens
          </Link>
          <Link className="link" to={paths.activity(customerUrl)}>
            My Activity
          </Link>
        </p>
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>Token Balance</dt>
          <dd className="figure">
            <Token sizePx={20} />
            {formatCount(tokenBalance)}
          </dd>
        </div>
        <div>
          <dt>Possible Readings</dt>
          <dd className="figure">
            {formatCount(possibleReadings(tokenBalance))}
            <TokenRow sizePx={10} filled={Math.min(READING_TOKENS, tokenBalance)} />
          </dd>
        </div>
      </dl>
    </ProfileSection>
  )
}

const MEDIUMS: Readonly<Record<string, { word: string; icon: typeof IconMail }>> = {
  sms: { word: 'SMS', icon: IconDeviceMobileMessage },
  email: { word: 'Email', icon: IconMail },
}

function SubscriptionSection({ subscriptions }: Pick<ConsumerProfile, 'subscriptions'>) {
  const { customerUrl } = useTenantParams()
  return (
    <ProfileSection
      title="Subscriptions"
      acts={
        <p className={styles.links}>
          <Link className="link" to={paths.subscriptions(customerUrl)}>
            Daily Sunbursts
          </Link>
        </p>
      }
    >
      {subscriptions.length === 0 ? (
        <p>none</p>
      ) : (
        <ul className={styles.signs}>
          {subscriptions.map(({ categoryName, deliveryMediums }) => (
            <li key={categoryName}>
              <SignIcon name={categoryName} size={36} />
              <h3>{categoryName}</h3>
              <p className={styles.mediums}>
                {deliveryMediums.map((name) => (
                  <Medium key={name} name={name} />
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}

function Medium({ name }: { name: string }) {
  const known = MEDIUMS[name]
  return (
    <span>
      {known && <Icon of={known.icon} size={16} />}
      {known?.word ?? name}
    </span>
  )
}
