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
  /** A request is under way: seven ticks run beside the label, the width stays, clicks do nothing. */
  pending?: boolean
  /** What is under way, in the label's place while it is: `Processing payment …`. The label stays in the name. */
  pendingWord?: string | undefined
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
    pendingWord,
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
  const says = pending && pendingWord
  // Ticks beside the label take their room from the padding; where that is narrow, or an icon is all, they run beneath.
  const beside = pending && !icon && kind !== 'bare' && !rest['aria-label']

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
        beside && !says && styles.beside,
        className,
      )}
    >
      {says ? (
        <span className={styles.says}>
          <span className={styles.label}>{children}</span>{' '}
          <span className={styles.word}>
            <PendingTicks />
            {pendingWord}
          </span>
        </span>
      ) : (
        <>
          {icon && !pending && <Icon of={icon} />}
          {pending && <PendingTicks under={!icon && !beside} />}
          {children}
        </>
      )}
    </Element>
  )
}
