import type { CustomerAudio } from '@almanac/contract/audio'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/data-table.tsx'
import { formatDateTime } from '../../../ui/format.ts'

type Shown = Pick<CustomerAudio, 'duration' | 'startDateTime' | 'endDateTime'>

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
    { id: 'duration', head: 'Duration', cell: (row) => read(row).duration, align: 'right' },
    {
      id: 'start',
      head: 'Start Date & Time',
      short: 'Start',
      cell: (row) => formatDateTime(read(row).startDateTime, timeZone),
    },
    {
      id: 'end',
      head: 'End Date & Time',
      short: 'End',
      cell: (row) => formatDateTime(read(row).endDateTime, timeZone),
    },
  ]
}
