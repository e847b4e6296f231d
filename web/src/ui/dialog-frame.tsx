import { IconX } from '@tabler/icons-react'
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DenseArea } from './dense-area.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useModal } from './use-modal.ts'

export interface DialogFrameProps {
  title: ReactNode
  /** A quiet line under the title. */
  subtitle?: ReactNode
  onClose: () => void
  /** While true the dialog can't be closed: a request is under way. */
  pending?: boolean
  size?: 'narrow' | 'middle' | 'broad'
  /** The buttons, `CancelButton` first; on a phone they stack with Cancel below, in a dense area only where they need to. */
  actions?: ReactNode
  /** Makes the dialog a form; the submit button goes into `actions`. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
}

const Closing = createContext({ close: () => {}, pending: false })

/** Closes the dialog that it stands in, by the same way as Escape does. */
export function CancelButton({ children = 'Cancel', ...props }: ComponentProps<typeof Button<'button'>>) {
  const { close, pending } = useContext(Closing)
  return (
    <Button {...props} onClick={close} disabled={pending}>
      {children}
    </Button>
  )
}

/** The sheet that dialogs are drawn on, open for as long as it is mounted. Screens use `Dialog` or `ConfirmDialog`. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, subtitle, onClose, pending = false, size = 'narrow', actions, onSubmit, children } = props
  const titleId = useId()
  const isDense = useContext(DenseArea)
  const modal = useModal({ onClose, locked: pending })
  const content = (
    <>
      <div className={styles.body}>{children}</div>
      {actions && (
        <div data-actions className={styles.actions}>
          {actions}
        </div>
      )}
    </>
  )
  return createPortal(
    <Closing value={{ close: onClose, pending }}>
      <dialog {...modal} className={classNames(styles.veil, isDense && 'dense')} aria-labelledby={titleId}>
        <div data-panel tabIndex={-1} className={classNames(styles.panel, styles[size])}>
          <div className={styles.head}>
            <div>
              <h2 id={titleId}>{title}</h2>
              {subtitle && <p>{subtitle}</p>}
            </div>
            <IconButton
              icon={IconX}
              label="Close"
              className={styles.close}
              onClick={onClose}
              disabled={pending}
            />
          </div>
          {onSubmit ? (
            <form noValidate onSubmit={onSubmit} className={styles.body}>
              {content}
            </form>
          ) : (
            content
          )}
        </div>
      </dialog>
    </Closing>,
    document.body,
  )
}
