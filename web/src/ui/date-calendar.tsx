import { endOfWeek, startOfWeek } from '@internationalized/date'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useContext, useLayoutEffect } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar'
import { DialogContext, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { useSlottedContext } from 'react-aria-components/slots'
import { createPortal } from 'react-dom'
import styles from './date-calendar.module.css'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'

interface CalendarDialogProps {
  /** The field that the calendar opens beside. */
  anchor: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The calendar of a picker while it is open: a modal of its own, above the one that the field may stand in. */
export function CalendarDialog(props: CalendarDialogProps) {
  const picker = useContext(OverlayTriggerStateContext)
  return picker?.isOpen
    ? createPortal(<OpenCalendar {...props} onClose={picker.close} />, document.body)
    : null
}

function OpenCalendar({ anchor, onClose, children }: CalendarDialogProps & { onClose: () => void }) {
  const dialog = useSlottedContext(DialogContext)
  const modal = useModal({ onClose })
  useLayoutEffect(() => {
    const stand = () => {
      const panel = modal.ref.current?.firstElementChild
      if (anchor.current && panel) standBeside(anchor.current, panel as HTMLElement)
    }
    stand()
    addEventListener('resize', stand)
    return () => removeEventListener('resize', stand)
  }, [anchor, modal.ref])
  return (
    <dialog {...modal} id={dialog?.id} aria-labelledby={dialog?.['aria-labelledby']} className={styles.veil}>
      <div data-panel data-autofocus tabIndex={-1} className={styles.panel}>
        {children}
      </div>
    </dialog>
  )
}

const GAP_PX = 6
const EDGE_PX = 8

/** Beneath the field where there is room, else above it, within the window in any case. */
function standBeside(anchor: HTMLElement, panel: HTMLElement) {
  const field = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = panel
  const lowest = innerHeight - offsetHeight - EDGE_PX
  const above = field.top - GAP_PX - offsetHeight
  const below = field.bottom + GAP_PX
  const top = below <= lowest || above < EDGE_PX ? Math.min(below, lowest) : above
  const left = Math.min(field.left, innerWidth - offsetWidth - EDGE_PX)
  panel.style.setProperty('--top', `${Math.max(EDGE_PX, top)}px`)
  panel.style.setProperty('--left', `${Math.max(EDGE_PX, left)}px`)
}

const AT_WEEK_END = { Home: startOfWeek, End: endOfWeek }

/** One month, Sundays first, with its name between the buttons of its neighbours. */
export function Month({ today }: { today: string }) {
  const month = useMonth()
  /** Home and End stay within the week, as in every grid of days; React Aria's go to the ends of the month. */
  function goInWeek(event: KeyboardEvent) {
    const end = AT_WEEK_END[event.key as keyof typeof AT_WEEK_END]
    if (!end || !month) return
    event.preventDefault()
    event.stopPropagation()
    month.setFocusedDate(end(month.focusedDate, 'en-US', 'sun'))
  }
  return (
    <>
      <div className={styles.head}>
        <Button slot="previous" aria-label="Previous month" className={styles.turn}>
          <Icon of={IconChevronLeft} />
        </Button>
        <MonthName />
        <Button slot="next" aria-label="Next month" className={styles.turn}>
          <Icon of={IconChevronRight} />
        </Button>
      </div>
      <div onKeyDownCapture={goInWeek}>
        <CalendarGrid weekdayStyle="short" className={styles.grid}>
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className={styles.day}
                render={(cell) => <div {...cell} {...markToday(cell, date.toString() === today)} />}
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </div>
    </>
  )
}

/** The month of either calendar. */
function useMonth() {
  const ofDay = useContext(CalendarStateContext)
  const ofRange = useContext(RangeCalendarStateContext)
  return ofDay ?? ofRange
}

/** Spoken when it changes: React Aria's own announcer stands outside of the modal, where nothing is heard. */
function MonthName() {
  const start = useMonth()?.visibleRange.start
  const name = start && MONTH_NAME.format(Date.UTC(start.year, start.month - 1))
  return (
    <p aria-live="polite" className={styles.month}>
      {name}
    </p>
  )
}

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** React Aria marks and names the device's today; ours is the zone's. */
function markToday({ 'aria-label': name = '' }: { 'aria-label'?: string }, isToday: boolean) {
  const plain = name.replace(/^Today, /, '')
  return {
    'aria-label': isToday ? `Today, ${plain}` : plain,
    'aria-current': isToday ? ('date' as const) : undefined,
    'data-today': isToday || undefined,
  }
}
