import type { ListedShortText } from '@almanac/contract/texts'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { formatCount } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import { wallTimeOf } from '../../ui/wall-time.ts'

interface StatusTagProps {
  text: Pick<ListedShortText, 'status' | 'deliveries'>
  /** The tenant's. */
  timeZone: string
}

/** What the list's name does not say of a text already. */
export function StatusTag({ text: { status, deliveries }, timeZone }: StatusTagProps) {
  if (status === 'missed') {
    return (
      <Tag kind="bad" icon={IconAlertTriangle}>
        Missed
      </Tag>
    )
  }
  if (status !== 'sending') return null
  const heldUntil = deliveries?.heldUntil
  // Quiet hours are over within a day: the time alone says when.
  const until = heldUntil && wallTimeOf(heldUntil, timeZone).slice('YYYY-MM-DD '.length)
  return until ? <Tag>Held until {until}</Tag> : <Tag kind="gold">Sending</Tag>
}

/** How many of a text's messages failed, and of how many nobody knows the fate; nothing where there are none. */
export function DeliveryTags({ deliveries }: Pick<ListedShortText, 'deliveries'>) {
  if (!deliveries) return null
  const { failed, unknown } = deliveries
  return (
    <>
      {failed > 0 && <Tag>{formatCount(failed)} failed</Tag>}
      {unknown > 0 && (
        <Tag kind="warn" icon={IconHelpCircle}>
          {formatCount(unknown)} unknown
        </Tag>
      )}
    </>
  )
}
