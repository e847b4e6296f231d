import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { countOf, formatClock } from '../../ui/format.ts'
import styles from './rehearsal.module.css'
import { formatDayName, Reasons } from './rehearsal-parts.tsx'
import { type RehearsedDay, sentWords } from './rehearsal-rules.ts'

interface DayDialogProps {
  day: RehearsedDay
  timeZone: string
  onClose: () => void
}

/** A day of the rehearsal, Sunburst by Sunburst. */
export function DayDialog({ day, timeZone, onClose }: DayDialogProps) {
  return (
    <Dialog
      opened
      size="middle"
      title={formatDayName(day.day)}
      onClose={onClose}
      actions={<CancelButton>Close</CancelButton>}
    >
      <ul className={styles.texts}>
        {day.texts.map((text) => (
          <li key={text.id}>
            <p className={styles.name}>
              {text.categoryName}: {text.messageName}
            </p>
            <p className={styles.line}>
              <span className="num">{formatClock(text.disburseDateTime, timeZone)}</span>, to{' '}
              {countOf(text.recipients, 'subscriber')}: {sentWords(text)}
            </p>
            <Reasons reasons={text.reasons} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
