import { paths } from '@almanac/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { useCalendarFrame } from './calendar-context.ts'
import { audioFilterOf, dayWords, type Line, type SignDay } from './calendar-rules.ts'
import { SunburstMark } from './marks.tsx'
import styles from './month-grid.module.css'
import bars from './reading-line.module.css'
import type { Place } from './use-grid-focus.ts'

interface CellProps {
  day: SignDay
  place: Place
  /** The grid's one stop of Tab. */
  isActive: boolean
  /** What is drawn beside the cell's own mark: the day's number, bars. */
  children?: ReactNode
}

const MARK_PX = { alone: 16, among: 11 }

/** The Sunbursts of a day: each a mark that leads to it, and where there is none a way to write it. */
export function SunburstCell(props: CellProps) {
  const { day, children } = props
  const { customerUrl, onlyGaps, search, addressOfText, onOpenDay } = useCalendarFrame()
  const inner = useInner(props, 'sunbursts')
  const [text, ...others] = day.texts
  if (day.needsText) {
    const upload = paths.operator.shortTextUpload(customerUrl, day.signId)
    return (
      <td {...inner.lacking}>
        <Link {...inner.target} to={`${upload}?day=${day.day}`} state={{ calendarSearch: search }}>
          {children}
          <SunburstMark of="missing" />
          {inner.words}
        </Link>
      </td>
    )
  }
  if (!text || onlyGaps) return <td {...inner.plain}>{children}</td>
  const size = others.length > 0 ? MARK_PX.among : MARK_PX.alone
  const marks = day.texts.map(({ id, status }) => <SunburstMark key={id} of={status} size={size} />)
  return (
    <td {...inner.cell}>
      {others.length > 0 ? (
        <button {...inner.target} type="button" onClick={() => onOpenDay(day)}>
          {children}
          {marks}
          {inner.words}
        </button>
      ) : (
        <Link {...inner.target} to={addressOfText(text.id)} preventScrollReset>
          {children}
          {marks}
          {inner.words}
        </Link>
      )}
    </td>
  )
}

/** The readings of a day, which lead to the sign's audio files, and where there is none a way to add one. */
export function ReadingCell(props: CellProps) {
  const { day, children } = props
  const { customerUrl, today, onlyGaps } = useCalendarFrame()
  const inner = useInner(props, 'readings')
  const audio = paths.operator.category(customerUrl, day.signId)
  if (day.needsReading || day.needsRelease) {
    return (
      <td {...inner.lacking}>
        {children}
        {day.needsRelease && <span className={bars.unreleased} />}
        <Link {...inner.target} to={`${audio}?add=${day.day}`}>
          {day.needsReading && <span className={classNames(styles.gap, bars.missing)} />}
          {inner.words}
        </Link>
      </td>
    )
  }
  if (day.readings.length === 0 || onlyGaps) return <td {...inner.plain} />
  const filter = audioFilterOf(day.readings, today)
  return (
    <td {...inner.cell}>
      {children}
      <Link {...inner.target} to={filter === 'active' ? audio : `${audio}?audio=${filter}`}>
        {inner.words}
      </Link>
    </td>
  )
}

/** What a cell says, and what takes the focus in it: what one can follow, or the cell itself. */
function useInner({ day, place, isActive }: CellProps, line: Line) {
  const { timeZone, today } = useCalendarFrame()
  const words = dayWords(day, line, timeZone)
  const className = day.day === today ? styles.today : undefined
  const focus = { 'data-place': `${place.row}:${place.column}`, tabIndex: isActive ? 0 : -1 }
  return {
    cell: { className },
    lacking: { className: classNames(className, styles.lacking) },
    target: { ...focus, className: styles.target },
    plain: { ...focus, className, 'aria-label': words },
    words: <span className="sr-only">{words}</span>,
  }
}
