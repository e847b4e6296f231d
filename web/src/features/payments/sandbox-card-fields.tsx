import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import styles from './card-fields.module.css'
import type { CardFieldsProps, CardReading } from './card-provider.ts'
import { type FrameMessage, useFrameMessages } from './use-frame-messages.ts'
import { useIsLate } from './use-is-late.ts'
import { useShownScheme } from './use-shown-scheme.ts'

const ANSWER_LIMIT_MS = 30_000
const CARD_SOURCE = 'sandbox-card'
const NOT_READ = 'The card could not be checked. Check your connection and try again.'

type Pending = { requestId: string; settle: (reading: CardReading) => void }

/** The card fields in a frame of the sandbox's origin: no number ever reaches this page. */
export function SandboxCardFields(props: CardFieldsProps & { frameOrigin: string }) {
  const { frameOrigin, ref, disabled, onReady, onChange, onSubmit } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const pending = useRef<Pending | null>(null)
  const scheme = useShownScheme()
  const [heightPx, setHeightPx] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [isReady, setIsReady] = useState(false)
  const isLate = useIsLate(!isReady, attempt)

  function tell(message: Record<string, unknown>) {
    frame.current?.contentWindow?.postMessage(message, frameOrigin)
  }
  function settle(requestId: unknown, reading: CardReading) {
    if (pending.current?.requestId !== requestId) return
    pending.current?.settle(reading)
    pending.current = null
  }

  useFrameMessages(frame, { origin: frameOrigin, source: CARD_SOURCE }, (message: FrameMessage) => {
    if (message.type === 'ready') {
      setIsReady(true)
      onReady()
    } else if (message.type === 'height') setHeightPx(Number(message.height))
    else if (message.type === 'submit') onSubmit()
    else if (message.type === 'change') {
      onChange(message.complete === true, typeof message.error === 'string' ? message.error : null)
    } else if (message.type === 'created') {
      settle(message.requestId, { id: String(message.paymentMethodId) })
      // The frame opens its fields again once it has read them.
      tell({ type: 'disable', disabled })
    } else if (message.type === 'error') {
      // The frame has put its sentence beside the field.
      settle(message.requestId, { isIncomplete: message.code === 'incomplete', error: null })
    }
  })

  useImperativeHandle(ref, () => ({
    createPaymentMethod: () =>
      new Promise<CardReading>((resolve) => {
        const requestId = crypto.randomUUID()
        const limit = setTimeout(
          () => settle(requestId, { isIncomplete: false, error: NOT_READ }),
          ANSWER_LIMIT_MS,
        )
        pending.current = {
          requestId,
          settle(reading) {
            clearTimeout(limit)
            resolve(reading)
          },
        }
        tell({ type: 'create', requestId })
      }),
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` only names the frame
  useEffect(() => {
    // The colour's definition and not the colour: that one may be on its way from one scheme to the other.
    const ground = getComputedStyle(document.body).getPropertyValue('--paper')
    if (isReady) tell({ type: 'theme', scheme, tokens: { ground } })
  }, [isReady, scheme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` only names the frame
  useEffect(() => {
    if (isReady) tell({ type: 'disable', disabled })
  }, [isReady, disabled])

  if (isLate) {
    return (
      <ErrorState message="The card fields could not be loaded." onRetry={() => setAttempt(attempt + 1)} />
    )
  }
  return (
    <div className={styles.frame}>
      {!isReady && <SkeletonText count={5} label="Loading the card fields" />}
      <iframe
        key={attempt}
        ref={frame}
        title="Card details"
        className={isReady ? undefined : styles.unready}
        style={{ height: `${heightPx / 16}rem` }}
        src={frameUrl(frameOrigin)}
      />
    </div>
  )
}

function frameUrl(frameOrigin: string): string {
  return `${frameOrigin}/sandbox-frame/card?parentOrigin=${encodeURIComponent(location.origin)}`
}
