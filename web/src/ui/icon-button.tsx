import type { ComponentPropsWithRef, ElementType } from 'react'
import styles from './button.module.css'
import { Button, type ButtonKind } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconShape } from './icon.tsx'
import { useTooltip } from './tooltip.tsx'

interface OwnProps {
  /** The accessible name, `Edit Stella Marsh`. */
  label: string
  /** The tooltip's word where it is shorter than the name: `Edit`. */
  tip?: string
  icon: IconShape
  kind?: ButtonKind
  size?: 16 | 20 | 24
  disabled?: boolean
  pending?: boolean
  className?: string
}

export type IconButtonProps<C extends ElementType> = OwnProps & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof OwnProps | 'component' | 'children'
  >

/** A square button with an icon alone, its name in `label` and in a tooltip. */
export function IconButton<C extends ElementType = 'button'>(props: IconButtonProps<C>) {
  const {
    label,
    tip,
    icon,
    kind = 'bare',
    size = 20,
    className,
    ...rest
  } = props as IconButtonProps<'button'>
  const tooltip = useTooltip(tip ?? label)
  return (
    <>
      <Button
        {...rest}
        {...tooltip.handlers}
        kind={kind}
        aria-label={label}
        className={classNames(styles.iconOnly, className)}
      >
        <Icon of={icon} size={size} />
      </Button>
      {tooltip.tip}
    </>
  )
}
