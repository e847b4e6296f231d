import type { ShortText } from '@almanac/contract/texts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'

/** What the list's name does not say of a text already. */
export function StatusTag({ status }: Pick<ShortText, 'status'>) {
  if (status === 'missed') {
    return (
      <Tag kind="bad" icon={IconAlertTriangle}>
        Missed
      </Tag>
    )
  }
  return status === 'sending' ? <Tag kind="gold">Sending</Tag> : null
}
