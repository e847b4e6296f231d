import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { useModal } from '../../ui/use-modal.ts'
import type { ChallengeProps } from './card-provider.ts'
import styles from './sandbox-challenge.module.css'
import { useFrameMessages } from './use-frame-messages.ts'

/** The bank's question, over the whole page, in a frame of the sandbox's origin. */
export function SandboxChallenge(props: ChallengeProps & { frameOrigin: string }) {
  const { frameOrigin, clientSecret, onEnd } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const modal = useModal({ onClose: onEnd })

  useFrameMessages(frame, { origin: frameOrigin, source: 'sandbox-challenge' }, ({ type }) => {
    if (type === 'challenge') onEnd()
  })

  const query = new URLSearchParams({ client_secret: clientSecret, parentOrigin: location.origin })
  return createPortal(
    <dialog {...modal} className={styles.full} aria-label="Confirm with your bank">
      <div data-panel tabIndex={-1} className={styles.sheet}>
        <div className={styles.bar}>
          <p>Confirm with your bank</p>
          <Button onClick={onEnd}>Cancel</Button>
        </div>
        <iframe
          ref={frame}
          data-autofocus
          title="Your bank"
          src={`${frameOrigin}/sandbox-frame/challenge?${query}`}
        />
      </div>
    </dialog>,
    document.body,
  )
}
