import type { DeliverySummary } from '@almanac/contract/texts'
import { useId } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import styles from './deliveries.module.css'
import { deliveryFigures } from './delivery-words.ts'
import { UnknownDeliveries } from './unknown-deliveries.tsx'

interface DeliveriesSectionProps {
  textId: number
  deliveries: DeliverySummary
  timeZone: string
}

/** What became of a short text: how many messages came how far, and those that nobody knows the fate of. */
export function DeliveriesSection({ textId, deliveries, timeZone }: DeliveriesSectionProps) {
  const titleId = useId()
  const { recipients, unknown } = deliveries
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>Deliveries</h3>
        {recipients > 0 && (
          <p>
            To {formatCount(recipients)} {recipients === 1 ? 'subscriber' : 'subscribers'}
          </p>
        )}
      </div>
      {recipients === 0 ? (
        <EmptyState>No one was subscribed when this was sent.</EmptyState>
      ) : (
        <dl className={styles.figures}>
          {deliveryFigures(deliveries).map(({ label, count, meaning }) => (
            <div key={label} className={count === 0 ? styles.zero : undefined}>
              <dt>{label}</dt>
              <dd>
                <strong>{formatCount(count)}</strong>
                <span>{meaning}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {unknown > 0 && <UnknownDeliveries textId={textId} timeZone={timeZone} />}
    </section>
  )
}
