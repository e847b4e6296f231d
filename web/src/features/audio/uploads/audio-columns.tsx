import type { CustomerAudio } from '@almanac/contract/audio'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/data-table.tsx'
import { formatCalendarDay, formatDate, formatDateTime } from '../../../ui/format.ts'
import styles from './uploads.module.css'

type Shown = Pick<CustomerAudio, 'duration' | 'startDateTime' | 'endDateTime'> &
  // What is still on its way has no date yet.
  Partial<Pick<CustomerAudio, 'releaseDate'>>

interface AudioColumns<Row> {
  name: (row: Row) => ReactNode
  read: (row: Row) => Shown
  /** The tenant's zone. */
  timeZone: string
}

/** The columns of both lists of readings: the server's and the uploads. */
export function audioColumns<Row>({ name, read, timeZone }: AudioColumns<Row>): Column<Row>[] {
  return [
    { id: 'name', head: 'Audio Files', cell: name, lead: true },
    {
      id: 'duration',
      head: 'Duration',
      short: '',
      cell: (row) => read(row).duration,
      align: 'right',
      card: 'first',
    },
    {
      id: 'start',
      head: 'Start Date & Time',
      short: '',
      unbroken: true,
      cell: (row) => <Start of={read(row)} timeZone={timeZone} />,
    },
    {
      id: 'end',
      head: 'End Date & Time',
      short: 'to',
      unbroken: true,
      cell: (row) => formatDateTime(read(row).endDateTime, timeZone),
    },
  ]
}

/** When it begins in the tenant's zone, and the day that it is named for where that is another (decision A7). */
function Start({ of: { startDateTime, releaseDate }, timeZone }: { of: Shown; timeZone: string }) {
  const date = releaseDate && formatCalendarDay(releaseDate)
  return (
    <>
      {formatDateTime(startDateTime, timeZone)}
      {date && date !== formatDate(startDateTime, timeZone) && (
        <span className={styles.dated}>Dated {date}</span>
      )}
    </>
  )
}
