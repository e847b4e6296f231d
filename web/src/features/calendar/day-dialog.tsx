import { paths } from '@almanac/contract/pages'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { formatClock } from '../../ui/format.ts'
import { useCalendarFrame } from './calendar-context.ts'
import { type SignDay, STATUS_WORDS } from './calendar-rules.ts'
import styles from './day-dialog.module.css'
import { SunburstMark } from './marks.tsx'
import { formatMonthDay } from './month-rules.ts'

interface DayDialogProps {
  day: SignDay
  /** Whether another Sunburst can be scheduled on it. */
  isOpen: boolean
  onClose: () => void
}

/** A day with several Sunbursts, one by one. */
export function DayDialog({ day, isOpen, onClose }: DayDialogProps) {
  const { customerUrl, timeZone, search, addressOfText } = useCalendarFrame()
  const upload = paths.operator.shortTextUpload(customerUrl, day.signId)
  return (
    <Dialog
      opened
      title={`${day.signName}, ${formatMonthDay(day.day)}`}
      onClose={onClose}
      actions={
        <>
          <CancelButton>Close</CancelButton>
          {isOpen && (
            <Button
              component={Link}
              to={`${upload}?day=${day.day}`}
              state={{ calendarSearch: search }}
              icon={IconPlus}
            >
              New Short Text
            </Button>
          )}
        </>
      }
    >
      <ul className={styles.texts}>
        {day.texts.map((text) => (
          <li key={text.id}>
            <Link to={addressOfText(text.id)} preventScrollReset onClick={onClose}>
              <SunburstMark of={text.status} />
              <span className={styles.name}>{text.messageName}</span>
              <span className="num">
                {formatClock(text.disburseDateTime, timeZone)}, {STATUS_WORDS[text.status]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
