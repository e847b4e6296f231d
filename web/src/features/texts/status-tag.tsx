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

/** How many of a text's messages nobody knows the fate of; nothing where there are none. */
export function UnknownTag({ deliveries }: Pick<ListedShortText, 'deliveries'>) {
  if (!deliveries || deliveries.unknown === 0) return null
  return (
    <Tag kind="warn" icon={IconHelpCircle}>
      {formatCount(deliveries.unknown)} unknown
    </Tag>
  )
}
