import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { ConfirmDialog } from './ui/confirm-dialog.tsx'
import { addLeaveCheck, askForInput, holdsInput, isLeaveAgreed, leaveUnasked } from './ui/leave-check.ts'
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
 * Lets the router ask for unsaved input before it goes elsewhere, by a link or the browser's Back. Once around the screens:
 * a router knows one such hook at a time, and what holds input says so by `addLeaveCheck`.
 */
export function useLeaveGuard(): void {
  const { pathname } = useLocation()
  const blocker = useBlocker(
    useCallback(({ currentLocation, nextLocation }) => {
      if (isLeaveAgreed()) return false
      // Another tab or page of a list leaves the screen where it is, but not the dialog over it.
      return (
        holdsInput('dialog') || (holdsInput('screen') && currentLocation.pathname !== nextLocation.pathname)
      )
    }, []),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    askForInput(() => blocker.proceed(), blocker.location.pathname !== pathname)
  }, [blocker, pathname])
}

/**
 * Asks before a person leaves the screen while `isHolding`: by a link, the browser's back button, signing out; on closing
 * the page the browser asks in words of its own.
 */
export function useLeaveQuestion(isHolding: boolean, words: LeaveWords): LeaveQuestion {
  const [act, setAct] = useState<(() => void) | null>(null)
  const ask = useCallback((next: () => void) => setAct(() => next), [])

  useUnloadWarning(isHolding)
  useEffect(() => {
    if (!isHolding) return
    return addLeaveCheck('screen', (proceed) => {
      ask(proceed)
      return false
    })
  }, [isHolding, ask])

  function leave() {
    setAct(null)
    // What leaves may navigate, which must not be asked about again.
    if (act) leaveUnasked(act)
  }

  return {
    ask,
    dialog: (
      <ConfirmDialog
        opened={act !== null}
        title={words.title}
        confirmLabel={words.leaveLabel}
        cancelLabel={words.stayLabel}
        onConfirm={leave}
        onCancel={() => setAct(null)}
      >
        <p>{words.text}</p>
      </ConfirmDialog>
    ),
  }
}
