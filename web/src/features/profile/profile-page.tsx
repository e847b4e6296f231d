import type { ConsumerProfile } from '@almanac/contract/profile'
import { timeZones } from '@almanac/contract/time-zones'
import { IconKey, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { imageUrl } from '../../api/url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { formatPhone } from '../../ui/phone-number.ts'
import { useNow } from '../../ui/use-now.ts'
import { ConsumerSections } from './consumer-sections.tsx'
import { DeadEmail } from './dead-email.tsx'
import { useOwnProfile, useProfileAccess } from './profile-access.ts'
import styles from './profile-page.module.css'
import { hasTimeZone, isConsumer, type OwnProfile, passwordAge } from './profile-rules.ts'
import { ProfileSection } from './profile-section.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

/** My Profile of an operator or an admin. */
export function Component() {
  return <ProfilePage />
}

/** My Profile, of all three roles; a consumer's has what is told of automatic purchase, by whoever composes the screen. */
export function ProfilePage({ autoPurchase }: { autoPurchase?: ReactNode }) {
  const { data, error, isPending, isFetching, refetch } = useOwnProfile()
  return (
    <>
      <PageHead title="My Profile" />
      {isPending && <ProfileSkeleton />}
      {error && !data && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {data && <Profile profile={data} autoPurchase={autoPurchase} />}
    </>
  )
}

function Profile({ profile, autoPurchase }: { profile: OwnProfile; autoPurchase: ReactNode }) {
  return (
    <div className={styles.profile}>
      <Person profile={profile} />
      {isConsumer(profile) && <ConsumerSections profile={profile} autoPurchase={autoPurchase} />}
      <ProfileSection title="Contact">
        <Facts profile={profile} />
      </ProfileSection>
    </div>
  )
}

const MINUTE_MS = 60_000

function Person({ profile }: { profile: OwnProfile }) {
  const { to } = useProfileAccess()
  const now = useNow(MINUTE_MS)
  const { fullName, username, profilePic, passwordLastUpdatedAt } = profile
  return (
    <section className={styles.person} aria-labelledby="profile-name">
      <Avatar name={fullName} imageUrl={profilePic && imageUrl(profilePic)} size={134} />
      <div className={styles.who}>
        <h2 id="profile-name">{fullName}</h2>
        <p className="quiet">{username}</p>
        <p className={styles.age}>
          Password age <b className="num">{passwordAge(passwordLastUpdatedAt, now)}</b>
        </p>
      </div>
      <div className={styles.acts}>
        <Button component={Link} to={to.edit} icon={IconPencil}>
          Edit Profile
        </Button>
        <Button component={Link} to={to.password} icon={IconKey}>
          Change Password
        </Button>
      </div>
    </section>
  )
}

function Facts({ profile }: { profile: OwnProfile }) {
  return (
    <dl className={styles.facts}>
      <Fact label="Email">
        <EmailAddress>{profile.email}</EmailAddress>
        <Unverified address={profile.unverifiedEmail} />
        {isConsumer(profile) && profile.isEmailDead && <DeadEmail profile={profile} />}
      </Fact>
      <Fact label="Mobile Number">
        <span className="num">{formatPhone(profile.contactNumber)}</span>
      </Fact>
      {isConsumer(profile) && (
        <>
          <Fact label="SMS Phone Number">
            <span className="num">{smsWords(profile)}</span>
            <Unverified
              address={profile.unverifiedSmsPhoneNumber && formatPhone(profile.unverifiedSmsPhoneNumber)}
            />
            {profile.isSmsOptedOut && (
              <p className={styles.stopped}>
                This number has opted out of SMS. From it, text START to the number that your Sunbursts came
                from to resume.
              </p>
            )}
          </Fact>
          <Fact label="Astrological Sign">{profile.defaultCategory ?? 'none'}</Fact>
        </>
      )}
      {hasTimeZone(profile) && <Fact label="Time Zone">{zoneLabel(profile.timeZone)}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A new address that waits for its code; the one above it works until then. */
function Unverified({ address }: { address: string | null }) {
  const { to } = useProfileAccess()
  if (!address) return null
  return (
    <p className={styles.unverified}>
      <span>
        {address} <span className={styles.warn}>(Unverified)</span>
      </span>
      <Link className="link" to={to.verification}>
        Enter the code
      </Link>
    </p>
  )
}

function smsWords({ smsPhoneNumber, unverifiedSmsPhoneNumber }: ConsumerProfile): string {
  if (smsPhoneNumber) return formatPhone(smsPhoneNumber)
  return unverifiedSmsPhoneNumber ? '' : 'none'
}

function zoneLabel(name: string | null): string {
  return timeZones.find((zone) => zone.name === name)?.label ?? name ?? 'none'
}
