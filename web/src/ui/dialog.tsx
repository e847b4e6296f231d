import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  opened: boolean
  title: ReactNode
  /** A quiet line under the title. */
  subtitle?: ReactNode
  onClose: () => void
  /** While true the dialog can't be closed: a request is under way. */
  pending?: boolean
  size?: 'narrow' | 'middle' | 'broad'
  /** The buttons, Cancel first; on a phone they stack with Cancel below. */
  actions?: ReactNode
  /** Makes the dialog a form; the submit button goes into `actions`. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** A modal sheet with the double rule. Its content is mounted only while it is open. */
export function Dialog({ opened, ...props }: DialogProps) {
  return opened ? createPortal(<OpenDialog {...props} />, document.body) : null
}

function OpenDialog(props: Omit<DialogProps, 'opened'>) {
  const { title, subtitle, onClose, pending = false, size = 'narrow', actions, onSubmit, children } = props
  const titleId = useId()
  const modal = useModal({ onClose, locked: pending })
  const content = (
    <>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  )
  return (
    <dialog {...modal} className={styles.veil} aria-labelledby={titleId}>
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
  )
}
