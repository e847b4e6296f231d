import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { addLeaveCheck, isLeaveAgreed, leaveUnasked } from './ui/leave-check.ts'
import { useUnloadWarning } from './ui/use-unload-warning.ts'

interface LeaveWords {
  title: string
  text: string
  leaveLabel: string
  stayLabel: string
}

interface LeaveQuestion {
  /** Asks first, whatever is under way, and then acts. */
  ask: (act: () => void) => void
  /** To be rendered. */
  dialog: ReactNode
}

/**
 * Asks before a person leaves the screen while `isHolding`: by a link, the browser's back button, signing out; on closing
 * the page the browser asks in words of its own.
 */
export function useLeaveQuestion(isHolding: boolean, words: LeaveWords): LeaveQuestion {
  const [act, setAct] = useState<(() => void) | null>(null)
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        isHolding && !isLeaveAgreed() && currentLocation.pathname !== nextLocation.pathname,
      [isHolding],
    ),
  )
  const ask = useCallback((next: () => void) => setAct(() => next), [])

  useUnloadWarning(isHolding)
  useEffect(() => {
    if (!isHolding) return
    return addLeaveCheck('screen', (proceed) => {
      ask(proceed)
      return false
    })
  }, [isHolding, ask])

  function stay() {
    setAct(null)
    blocker.reset?.()
  }
  function leave() {
    setAct(null)
    if (blocker.state === 'blocked') return blocker.proceed()
    // What leaves may navigate, which must not be asked about again.
    if (act) leaveUnasked(act)
  }

  return {
    ask,
    dialog: (
      <ConfirmDialog
        opened={act !== null || blocker.state === 'blocked'}
        title={words.title}
        confirmLabel={words.leaveLabel}
        cancelLabel={words.stayLabel}
        onConfirm={leave}
        onCancel={stay}
      >
        <p>{words.text}</p>
      </ConfirmDialog>
    ),
  }
}
