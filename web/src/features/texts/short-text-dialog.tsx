import type { ListedShortText } from '@almanac/contract/texts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatZone } from '../../ui/format.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { StatusTag } from './status-tag.tsx'
import styles from './texts.module.css'

interface ShortTextDialogProps {
  text: ListedShortText
  timeZone: string
  onClose: () => void
}

/** One short text in full, with what became of it once its time has come. */
export function ShortTextDialog({ text, timeZone, onClose }: ShortTextDialogProps) {
  const { id, messageName, textContent, disburseDateTime, status, deliveries } = text
  return (
    <Dialog opened title={messageName} size={deliveries ? 'broad' : 'middle'} onClose={onClose}>
      <dl className={styles.details}>
        <div>
          <dt>Text</dt>
          <dd>{textContent}</dd>
        </div>
        <div>
          <dt>Scheduled Date</dt>
          <dd className={styles.named}>
            {formatDateTime(disburseDateTime, timeZone)} {formatZone(timeZone)}
            <StatusTag status={status} />
          </dd>
        </div>
      </dl>
      {status === 'missed' && (
        <p>It could not be sent within 6 hours of its time, so no one received it and no one was charged.</p>
      )}
      {deliveries && (status !== 'missed' || deliveries.recipients > 0) && (
        <DeliveriesSection textId={id} deliveries={deliveries} timeZone={timeZone} />
      )}
    </Dialog>
  )
}
