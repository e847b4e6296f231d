import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { announce, standLiveRegions } from './announcer.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { leaveBehind } from './leave-behind.ts'
import { focusWhatIsLeft, followModals, topModal, useTopModal } from './modal-stack.ts'
import { keepClear } from './toast-room.ts'
import { hideToast, readToasts, subscribeToasts, type Toast, type ToastKind } from './toast-store.ts'
import styles from './toaster.module.css'

const ICONS = { info: IconInfoCircle, success: IconCheck, warn: IconAlertTriangle, error: IconAlertCircle }
const SHOWN_MS: Record<ToastKind, number> = { info: 6_000, success: 6_000, warn: 10_000, error: 10_000 }

/**
 * Where toasts appear. Once in the app, outside of every route. What shows them moves into the topmost modal, where it is
 * not inert, as the same elements: their timers run on. What speaks them are the regions of `announcer.ts`.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  const [host] = useState(createHost)
  const region = useRef<HTMLElement>(null)
  /** What had the focus before it came to a toast. */
  const origin = useRef<EventTarget | null>(null)

  useLayoutEffect(() => {
    const follow = () => {
      const place = topModal() ?? document.body
      standLiveRegions(place)
      move(host, place)
    }
    follow()
    const stop = followModals(follow)
    return () => {
      stop()
      host.remove()
    }
  }, [host])
  const modal = useTopModal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when there are others, or another dialog under them
  useEffect(() => {
    if (region.current) keepClear(region.current)
  }, [toasts, modal])

  function enter({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget
  }
  function giveFocusBack() {
    const before = origin.current
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    else focusWhatIsLeft()
  }

  return createPortal(
    <section ref={region} aria-label="Notifications" className={styles.region} onFocus={enter}>
      <ul className={styles.list}>
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onFocusLost={giveFocusBack} />
        ))}
      </ul>
    </section>,
    host,
  )
}

/** What moves from modal to modal. */
function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = styles.host ?? ''
  return host
}

/** Keeps what is running in an element and its focus, where the browser can. */
function move(element: HTMLElement, place: HTMLElement) {
  if (element.parentElement === place) return
  if ('moveBefore' in place && element.isConnected) place.moveBefore(element, null)
  else place.append(element)
}

function ToastLine({ toast, onFocusLost }: { toast: Toast; onFocusLost: () => void }) {
  const { id, kind, text, times } = toast
  const line = useRef<HTMLLIElement>(null)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  useCountdownTo(() => hideToast(id), SHOWN_MS[kind], { isHeld: isHovered || isFocused, times })

  // biome-ignore lint/correctness/useExhaustiveDependencies: said each time that it is shown
  useEffect(() => announce(text, kind === 'error' || kind === 'warn' ? 'assertive' : 'polite'), [times])
  useLayoutEffect(() => {
    const element = line.current
    return () => {
      if (element) leaveBehind(element)
    }
  }, [])

  function dismiss() {
    const hadFocus = line.current?.contains(document.activeElement)
    hideToast(id)
    if (hadFocus) onFocusLost()
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // The dialog that it stands over stays.
    event.preventDefault()
    dismiss()
  }

  return (
    <li
      ref={line}
      className={styles.toast}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      onKeyDown={press}
    >
      <span className={styles[kind]}>
        <Icon of={ICONS[kind]} />
      </span>
      <span className={styles.text}>{text}</span>
      <IconButton icon={IconX} label="Dismiss" size={16} onClick={dismiss} />
    </li>
  )
}

/** Acts once that time has passed in which it was not held; starts anew with `times`. */
function useCountdownTo(
  act: () => void,
  wholeMs: number,
  { isHeld, times }: { isHeld: boolean; times: number },
) {
  const left = useRef({ times, ms: wholeMs })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another act does the same
  useEffect(() => {
    if (left.current.times !== times) left.current = { times, ms: wholeMs }
    if (isHeld) return
    const startedAt = Date.now()
    const timer = setTimeout(act, left.current.ms)
    return () => {
      clearTimeout(timer)
      left.current.ms -= Date.now() - startedAt
    }
  }, [isHeld, times, wholeMs])
}
