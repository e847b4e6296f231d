import type { KeptConsent } from '@almanac/contract/consumers'
import { deviceZone, formatDateTime } from '../../ui/format.ts'
import { consentOrigin, consentTitle } from './consumer-rules.ts'
import styles from './consumers.module.css'

/** What a consumer agreed to and withdrew, newest first, with what they were shown or wrote. */
export function ConsentList({ consents }: { consents: readonly KeptConsent[] }) {
  return (
    <section className={styles.consents} aria-labelledby="consents">
      <h3 id="consents">Consent Record</h3>
      {consents.length === 0 ? (
        <p>Nothing has been agreed to or withdrawn on record.</p>
      ) : (
        <ol>
          {consents.map((consent) => (
            <li key={`${consent.dateTime} ${consent.medium} ${consent.act} ${consent.categoryName}`}>
              <b>{consentTitle(consent)}</b>
              <span>
                {formatDateTime(consent.dateTime, deviceZone)}, {consentOrigin(consent)}
              </span>
              <q>{consent.wording}</q>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
