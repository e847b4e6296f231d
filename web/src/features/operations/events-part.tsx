import type { PlatformHealth } from '@almanac/contract/operations'
import { providerWords } from '@almanac/contract/payments'
import { IconRefresh } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { eventFigures } from './health-rules.ts'
import { FigureList, HealthSection } from './health-section.tsx'
import type { useHealthActs } from './use-health.ts'

interface EventsPartProps {
  health: PlatformHealth
  timeZone: string
  acts: ReturnType<typeof useHealthActs>
}

type PaymentEvent = PlatformHealth['payments']['events'][number]

const rowOf = ({ provider, eventId }: PaymentEvent) => `${provider} ${eventId}`

/** Events of payment providers that are not worked off, each with the way to have it worked off again. */
export function EventsPart({ health, timeZone, acts }: EventsPartProps) {
  const { events } = health.payments
  return (
    <HealthSection
      id="events"
      title="Payment events"
      text="What providers have told and is not worked off; the newest hundred are listed."
    >
      <FigureList figures={eventFigures(health)} />
      {events.length > 0 && (
        <ul className={styles.rows} aria-label="Events that are not worked off">
          {events.map((event) => (
            <li key={rowOf(event)}>
              <div>
                <p className={styles.name}>
                  {event.type}
                  <Tag kind={event.isParked ? 'warn' : 'plain'}>
                    {event.isParked ? 'Unhandled' : 'Tried again by itself'}
                  </Tag>
                </p>
                <p className="quiet">
                  {providerWords[event.provider]} {event.eventId}, received{' '}
                  {formatDateTime(event.receivedAt, timeZone)},{' '}
                  {event.attempts === 1 ? 'tried once' : `tried ${event.attempts} times`}
                </p>
                {event.error && <p>{event.error}</p>}
              </div>
              <Button
                icon={IconRefresh}
                pending={acts.isRunning(rowOf(event))}
                aria-label={`Replay ${event.type} ${event.eventId}`}
                onClick={() => acts.replay(rowOf(event), { provider: event.provider, event: event.eventId })}
              >
                Replay
              </Button>
            </li>
          ))}
        </ul>
      )}
    </HealthSection>
  )
}
