import type { Icon as TablerIcon } from '@tabler/icons-react'

/** Any outline icon of the Tabler family, as its package exports it. */
export type IconShape = TablerIcon

const STROKES = { 16: 2, 20: 1.75, 24: 1.5 } as const

/** An icon of the family at one of its three sizes, hidden from screen readers: the words are beside it. */
export function Icon({
  of: Shape,
  size = 20,
  className,
}: {
  of: IconShape
  size?: 16 | 20 | 24
  className?: string
}) {
  return (
    <Shape size={size} stroke={STROKES[size]} className={className} aria-hidden="true" focusable="false" />
  )
}
