import { IconChevronDown } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useModal } from '../../../ui/use-modal.ts'
import { PlayerFace } from './player-face.tsx'
import styles from './player-sheet.module.css'

/** The player on the whole screen. */
export function PlayerSheet({ onFold }: { onFold: () => void }) {
  const modal = useModal({ onClose: onFold })
  return createPortal(
    <dialog {...modal} data-player className={`night ${styles.sheet}`} aria-label="Player">
      <div data-panel tabIndex={-1} className={styles.inside}>
        <IconButton
          data-autofocus
          className={styles.fold}
          icon={IconChevronDown}
          label="Collapse the player"
          onClick={onFold}
        />
        <PlayerFace />
      </div>
    </dialog>,
    document.body,
  )
}
