import { IconX } from '@tabler/icons-react'
import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { DenseArea } from './dense-area.ts'
import styles from './drawer.module.css'
import { IconButton } from './icon-button.tsx'
import { useModal } from './use-modal.ts'

interface DrawerProps {
  opened: boolean
  /** For the `aria-controls` of the button that opens it. */
  id?: string
  /** Accessible name. */
  label: string
  /** Stands at the top left, beside Close. */
  head?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A modal column from the left edge. */
export function Drawer({ opened, ...props }: DrawerProps) {
  return opened ? createPortal(<OpenDrawer {...props} />, document.body) : null
}

function OpenDrawer({ id, label, head, onClose, children }: Omit<DrawerProps, 'opened'>) {
  const isDense = useContext(DenseArea)
  const modal = useModal({ onClose })
  return (
    <dialog {...modal} id={id} className={classNames(styles.veil, isDense && 'dense')} aria-label={label}>
      <div data-panel tabIndex={-1} className={styles.panel}>
        <div className={styles.head}>
          {head}
          <IconButton icon={IconX} label="Close" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
