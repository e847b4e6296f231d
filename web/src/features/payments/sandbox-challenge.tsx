import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { useModal } from '../../ui/use-modal.ts'
import type { ChallengeProps } from './card-provider.ts'
import styles from './sandbox-challenge.module.css'
import { useFrameMessages } from './use-frame-messages.ts'

/** How long the frame is waited for when the question is put away: one that was not loaded hears nothing. */
const CLOSE_LIMIT_MS = 3_000

/**
 * The bank's question, over the whole page, in a frame of the sandbox's origin. Putting it away is an answer, as at the
 * real provider: the frame ends the question there, and what was asked for has failed.
 */
export function SandboxChallenge(props: ChallengeProps & { frameOrigin: string }) {
  const { frameOrigin, clientSecret, onEnd } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [isClosing, setIsClosing] = useState(false)
  const modal = useModal({ onClose: close })

  function close() {
    setIsClosing(true)
    frame.current?.contentWindow?.postMessage({ type: 'close' }, frameOrigin)
  }

  useFrameMessages(frame, { origin: frameOrigin, source: 'sandbox-challenge' }, ({ type }) => {
    if (type === 'challenge') onEnd()
  })

  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (!isClosing) return
    const limit = setTimeout(() => end.current(), CLOSE_LIMIT_MS)
    return () => clearTimeout(limit)
  }, [isClosing])

  const query = new URLSearchParams({ client_secret: clientSecret, parentOrigin: location.origin })
  return createPortal(
    <dialog {...modal} className={styles.full} aria-label="Confirm with your bank">
      <div data-panel tabIndex={-1} className={styles.sheet}>
        <div className={styles.bar}>
          <p>Confirm with your bank</p>
          <Button onClick={close} pending={isClosing}>
            Cancel
          </Button>
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
