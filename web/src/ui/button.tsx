import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconShape } from './icon.tsx'
import { PendingTicks } from './pending-ticks.tsx'

export type ButtonKind = 'outline' | 'prime' | 'gold' | 'bare' | 'danger'

interface OwnProps {
  /** `gold` spends or earns tokens or starts sound; `prime` is every other main act; one filled one in a dialog. */
  kind?: ButtonKind
  icon?: IconShape
  /** A request is under way: seven ticks run, the width stays, clicks do nothing. */
  pending?: boolean
  wide?: boolean
  /** `aria-disabled` in its place keeps the focus on it, where a press may be the last one possible. */
  disabled?: boolean
  className?: string
  children?: ReactNode
}

export type ButtonProps<C extends ElementType> = OwnProps & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof OwnProps | 'component'
  >

/** A button, or anything that looks like one: `<Button component={Link} to="…">`. */
export function Button<C extends ElementType = 'button'>(props: ButtonProps<C>) {
  const {
    kind = 'outline',
    icon,
    pending = false,
    wide,
    disabled = false,
    className,
    children,
    component,
    'aria-disabled': isUnavailable,
    ...rest
  } = props as ButtonProps<'button'>
  const Element: ElementType = component ?? 'button'
  const native = Element === 'button'

  function click(event: MouseEvent<HTMLButtonElement>) {
    if (pending || disabled || isUnavailable) event.preventDefault()
    else rest.onClick?.(event)
  }

  return (
    <Element
      {...(native ? { type: 'button', disabled } : {})}
      {...rest}
      onClick={click}
      aria-disabled={pending || (disabled && !native) || isUnavailable || undefined}
      aria-busy={pending || undefined}
      className={classNames(
        styles.button,
        styles[kind],
        wide && styles.wide,
        (disabled || isUnavailable) && styles.off,
        pending && styles.busy,
        className,
      )}
    >
      {icon && (pending ? <PendingTicks /> : <Icon of={icon} />)}
      {children}
      {!icon && pending && <PendingTicks under />}
    </Element>
  )
}
