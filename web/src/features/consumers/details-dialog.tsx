import type { ConsumerDetails, ConsumerRow } from '@almanac/contract/consumers'
import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { imageUrl } from '../../api/url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format.ts'
import { formatPhone } from '../../ui/phone-number.ts'
import { Ticks } from '../../ui/skeleton.tsx'
import { Token } from '../../ui/token.tsx'
import { Address } from './address.tsx'
import { ConsentList } from './consent-list.tsx'
import { defaultPaymentWords, mediumWords } from './consumer-rules.ts'
import styles from './consumers.module.css'
import { useDetails } from './use-details.ts'

interface DetailsDialogProps {
  consumer: ConsumerRow
  onClose: () => void
}

/** All that there is to know of a consumer, under the customer's url. */
export function DetailsDialog({ consumer, onClose }: DetailsDialogProps) {
  const { details, failure, isFetching, retry } = useDetails(consumer)
  const { fullName, username } = details ?? consumer
  return (
    <Dialog
      opened
      size="middle"
      title={consumer.url}
      onClose={onClose}
      actions={<CancelButton>Close</CancelButton>}
    >
      <div className={styles.person}>
        <Avatar name={fullName} imageUrl={details?.profilePic && imageUrl(details.profilePic)} size={56} />
        <div>
          <h3>{fullName}</h3>
          <p>{username}</p>
        </div>
      </div>
      {failure ? (
        <ErrorState message={failureText(failure)} onRetry={retry} pending={isFetching} />
      ) : (
        <>
          <DetailFacts details={details} />
          {details && <ConsentList consents={details.consents} />}
        </>
      )}
    </Dialog>
  )
}

/** The lines stand where they will before their values are there. */
function DetailFacts({ details }: { details: ConsumerDetails | undefined }) {
  const once = (show: (details: ConsumerDetails) => ReactNode) => (details ? show(details) : <Ticks />)
  return (
    <>
      {!details && <span role="status" aria-label="Loading the consumer" />}
      <Facts>
        <Fact label="Email">
          {once(({ email, unverifiedEmail }) => (
            <Address verified={email} unverified={unverifiedEmail} />
          ))}
        </Fact>
        <Fact label="Mobile Number">{once(({ contactNumber }) => formatPhone(contactNumber))}</Fact>
        <Fact label="SMS Phone Number">
          {once(({ smsPhoneNumber, unverifiedSmsPhoneNumber }) => (
            <Address
              verified={smsPhoneNumber && formatPhone(smsPhoneNumber)}
              unverified={unverifiedSmsPhoneNumber && formatPhone(unverifiedSmsPhoneNumber)}
            />
          ))}
        </Fact>
        <Fact label="Astrological Sign">
          {once(({ defaultCategoryName }) => defaultCategoryName ?? 'none')}
        </Fact>
        <Fact label="Subscriptions">
          {once(({ subscriptions }) => (
            <Subscriptions subscriptions={subscriptions} />
          ))}
        </Fact>
        <Fact label="Default Payment">{once(defaultPaymentWords)}</Fact>
        <Fact label="Token Balance" isTotal>
          {once(({ tokenBalance }) => (
            <span className={styles.tokens}>
              <Token sizePx={20} />
              {formatCount(tokenBalance)}
            </span>
          ))}
        </Fact>
      </Facts>
    </>
  )
}

function Subscriptions({ subscriptions }: Pick<ConsumerDetails, 'subscriptions'>) {
  if (subscriptions.length === 0) return 'none'
  return subscriptions.map(({ categoryName, deliveryMediums }) => (
    <span key={categoryName} className={styles.address}>
      {categoryName}, {mediumWords(deliveryMediums)}
    </span>
  ))
}
