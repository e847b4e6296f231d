import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { useTopModal } from './modal-stack.ts'
import { hideToast, readToasts, subscribeToasts, type Toast, type ToastKind } from './toast-store.ts'
import styles from './toaster.module.css'

const ICONS = { info: IconInfoCircle, success: IconCheck, warn: IconAlertTriangle, error: IconAlertCircle }
const SHOWN_MS: Record<ToastKind, number> = { info: 6_000, success: 6_000, warn: 10_000, error: 10_000 }

/** Where toasts appear. Once in the app, outside of every route. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  const modal = useTopModal()
  return createPortal(
    <section aria-label="Notifications" className={styles.region}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>,
    modal ?? document.body,
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const { id, kind, text } = toast

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => hideToast(id), SHOWN_MS[kind])
    return () => clearTimeout(timer)
  }, [held, id, kind])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the line on screen
    <div
      role={kind === 'error' || kind === 'warn' ? 'alert' : 'status'}
      className={styles.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles[kind]}>
        <Icon of={ICONS[kind]} />
      </span>
      <span className={styles.text}>{text}</span>
      <IconButton icon={IconX} label="Dismiss" size={16} onClick={() => hideToast(id)} />
    </div>
  )
}
