import {
  type DeliveryList,
  listTextDeliveries,
  type TextDelivery,
  type TextMessage,
} from '@almanac/contract/delivery'
import type { ReactNode } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import styles from './deliveries.module.css'
import { mediumWords } from './delivery-words.ts'

/** What was pressed in a report. */
export interface OpenedList {
  list: DeliveryList
  reason?: string
  title: string
  /** The reason in words. */
  about?: string
}

interface DeliveriesDialogProps {
  textId: number
  messageName: string
  timeZone: string
  opened: OpenedList
  onClose: () => void
}

/** What a number of a report counts, over the report: closing it leads back there. */
export function DeliveriesDialog({ messageName, opened, onClose, ...of }: DeliveriesDialogProps) {
  const { title, about } = opened
  return (
    <Dialog opened title={title} subtitle={about ?? messageName} size="broad" onClose={onClose}>
      {opened.list === 'unknown' && (
        <p>
          We could not find out what became of these. They keep their token and are never sent again
          automatically.
        </p>
      )}
      <DeliveryRows {...of} opened={opened} />
    </Dialog>
  )
}

/** The rows themselves, by pages: who, by what, when and why. */
export function DeliveryRows(props: { textId: number; timeZone: string; opened: OpenedList }) {
  const { textId, timeZone, opened } = props
  const { list: state, reason, title } = opened
  const params = { ...useTenantParams(), shortTextId: textId }
  const query = reason === undefined ? { state } : { state, reason }
  const list = usePagedList(listTextDeliveries, { params, query }, { name: null })
  return (
    <DataTable
      label={title}
      columns={columnsOf(state, timeZone)}
      {...list.table}
      waiting="Loading deliveries"
      rowKey={({ id }) => id}
      rowName={({ fullName }) => fullName}
      empty={<EmptyState>These have come further in the meantime.</EmptyState>}
      footer={<Pager {...list.pager} />}
    />
  )
}

const who: Column<TextDelivery> = {
  id: 'who',
  head: 'Consumer',
  lead: true,
  cell: ({ fullName, username }) => (
    <span className={styles.pair}>
      {fullName}
      <span>{username}</span>
    </span>
  ),
}

function columnsOf(list: DeliveryList, timeZone: string): Column<TextDelivery>[] {
  return list === 'recipients' ? peopleColumns(timeZone) : [who, ...messageColumns(list, timeZone)]
}

/** A person may have two messages, each with a fate of its own. */
function peopleColumns(timeZone: string): Column<TextDelivery>[] {
  const lineOf = ({ medium, recipient, dateTime, reason }: TextMessage) => (
    <span key={medium} className={styles.pair}>
      {reason}
      <span>
        {mediumWords[medium]} {recipient}, {formatDateTime(dateTime, timeZone)}
      </span>
    </span>
  )
  const cell = ({ messages }: TextDelivery) => <span className={styles.lines}>{messages.map(lineOf)}</span>
  return [who, { id: 'messages', head: 'Messages', short: '', cell }]
}

function messageColumns(list: DeliveryList, timeZone: string): Column<TextDelivery>[] {
  const tokensOf = ({ tokensTaken, tokensReturned }: TextMessage) =>
    formatCount(list === 'returned' ? tokensReturned : tokensTaken)
  const ofMessage =
    (cell: (message: TextMessage) => ReactNode) =>
    ({ messages: [message] }: TextDelivery) =>
      message && cell(message)
  return [
    {
      id: 'medium',
      head: 'Sent by',
      short: '',
      cell: ofMessage(({ medium, recipient }) => (
        <span className={styles.pair}>
          {mediumWords[medium]}
          <span>{recipient}</span>
        </span>
      )),
    },
    {
      id: 'when',
      head: list === 'held' ? 'Held Until' : 'Date & Time',
      short: list === 'held' ? 'Until' : '',
      cell: ofMessage(({ dateTime }) => formatDateTime(dateTime, timeZone)),
    },
    ...(list === 'charged' || list === 'returned'
      ? [{ id: 'tokens', head: 'Tokens', align: 'right' as const, cell: ofMessage(tokensOf) }]
      : []),
    { id: 'why', head: 'Reason', short: '', cell: ofMessage(({ reason }) => reason) },
  ]
}
