import type { ShortText } from '@almanac/contract/texts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatZone } from '../../ui/format.ts'
import { StatusTag } from './status-tag.tsx'
import styles from './texts.module.css'

interface ShortTextDialogProps {
  text: ShortText
  timeZone: string
  onClose: () => void
}

/** One short text in full. */
export function ShortTextDialog({ text, timeZone, onClose }: ShortTextDialogProps) {
  const { messageName, textContent, disburseDateTime, status } = text
  return (
    <Dialog opened title={messageName} size="middle" onClose={onClose}>
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
        <p>It could not be sent within 6 hours of its time, so nobody received it and nobody was charged.</p>
      )}
    </Dialog>
  )
}
