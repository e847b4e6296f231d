import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** The name of a person, which says beforehand what is taken. */
export function NameField(props: ComponentProps<typeof TextField>) {
  return <TextField hint="Letters and spaces only." {...props} />
}
