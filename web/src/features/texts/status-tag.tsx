import type { ListedShortText } from '@almanac/contract/texts'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { formatCount } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'

/** What the list's name does not say of a text already. */
export function StatusTag({ status }: Pick<ListedShortText, 'status'>) {
  if (status === 'missed') {
    return (
      <Tag kind="bad" icon={IconAlertTriangle}>
        Missed
      </Tag>
    )
  }
  return status === 'sending' ? <Tag kind="gold">Sending</Tag> : null
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
