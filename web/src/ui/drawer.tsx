import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './drawer.module.css'
import { IconButton } from './icon-button.tsx'
import { useModal } from './use-modal.ts'

interface DrawerProps {
  opened: boolean
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

function OpenDrawer({ label, head, onClose, children }: Omit<DrawerProps, 'opened'>) {
  const modal = useModal({ onClose })
  return (
    <dialog {...modal} className={styles.veil} aria-label={label}>
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
