import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import type { DetachedWindowAPI } from 'happy-dom'
import { type ComponentType, createElement, Fragment } from 'react'
import { createMemoryRouter, Outlet, parsePath, RouterProvider, useLocation } from 'react-router'
import { afterEach } from 'vitest'
import { queryClient } from '../src/api/query-client.ts'
import { useLeaveGuard } from '../src/leave-question.tsx'
import { hideToast, readToasts } from '../src/ui/toast-store.ts'
import { Toaster } from '../src/ui/toaster.tsx'

export { signIn } from './sign-in-as.ts'
export { answer, fail, hold } from './wire.ts'

/**
 * Screens of the app in a DOM, with a person in front of them: for tests with `// @vitest-environment happy-dom`. What is
 * drawn, laid out or played is the browser tests' business.
 */

configure({
  // A machine that does much else is slow; what is awaited is there at once on any other.
  asyncUtilTimeout: 10_000,
  // No style sheet is here that could hide a thing, and to make sure of it takes longer than all else.
  defaultHidden: true,
  // What is said to screen readers is shown elsewhere.
  defaultIgnore: 'script, style, [data-announcer] *',
})
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
happyDOM.settings.disableComputedStyleRendering = true
afterEach(() => {
  cleanup()
  for (const { id } of readToasts()) hideToast(id)
  queryClient.clear()
})

// A browser asks a modal dialog to close on Escape, and closes it where nothing objects.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) as HTMLDialogElement | undefined
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
})

// A browser tells of a selection once, and later: whoever moves it meanwhile hears no more of it.
const collapse = Selection.prototype.collapse
let isCollapsing = false
Selection.prototype.collapse = function (...place) {
  if (isCollapsing) return
  isCollapsing = true
  collapse.apply(this, place)
  isCollapsing = false
}

// The words beside an icon are drawn by the browser.
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} })

/** As wide as a laptop, or a phone. */
export function showOn(device: 'laptop' | 'phone'): void {
  happyDOM.setViewport({ width: device === 'phone' ? 390 : 1024 })
}

interface Place {
  /** The address, and the pattern it is matched by. */
  at?: string
  pattern?: string
  state?: unknown
  /** It is a frame itself. */
  framed?: boolean
  /** Until when the script of the screens under `/on-its-way` is on its way. */
  script?: Promise<void>
}

interface Scene {
  /** The hands of a person. */
  user: UserEvent
  /** Goes elsewhere, as by a link of the frame. */
  goTo: (address: string) => Promise<void>
  /** Sets out for it, as by a link whose screen has yet to be loaded. */
  setOutFor: (address: string) => Promise<void>
  /** As by the browser's own button. */
  goBack: () => Promise<void>
  /** The address that is shown. */
  address: () => string
  /** What follows in it, after a question mark. */
  search: () => string
}

function Elsewhere() {
  return createElement('p', null, `You are at ${useLocation().pathname}`)
}

/** What the frames of all roles do for their screens. */
function Frame() {
  useLeaveGuard()
  return createElement(Outlet)
}

/** Shows a screen at its address, and an empty page at every other one; toasts beside it. */
export async function open(
  Component: ComponentType,
  { at = '/', pattern = parsePath(at).pathname ?? '/', state, framed = false, script }: Place = {},
): Promise<Scene> {
  const router = createMemoryRouter(
    [
      {
        Component: framed ? Outlet : Frame,
        children: [
          { path: pattern, Component },
          { path: '/on-its-way', lazy: () => Promise.resolve(script).then(() => ({ Component: Elsewhere })) },
          { path: '*', Component: Elsewhere },
        ],
      },
    ],
    { initialEntries: [{ ...parsePath(at), state }] },
  )
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(RouterProvider, { router }),
  )
  await act(async () => render(createElement(Fragment, null, app, createElement(Toaster))))
  return {
    user,
    goTo: (address) => act(() => router.navigate(address)),
    setOutFor: (address) =>
      act(async () => {
        void router.navigate(address)
      }),
    goBack: () => act(() => router.navigate(-1)),
    address: () => router.state.location.pathname,
    search: () => router.state.location.search.slice(1),
  }
}

/** Once that address is shown instead of the screen. */
export async function arriveAt(address: string): Promise<void> {
  await screen.findByText(`You are at ${address}`)
}

/** The call of that number, counted from 1, once it has reached the server. */
export async function nth<Call>(calls: readonly Call[], number: number): Promise<Call> {
  return waitFor(() => {
    const call = calls[number - 1]
    if (!call) throw new Error(`${calls.length} calls came, not yet ${number}.`)
    return call
  })
}

const later = setTimeout

/** A call's answer, what is shown of it, and what is asked for because of it. */
const stepsOfAnAnswer = 3

/** Does what is done at the other end of the wire, and lets the page take it in. */
export async function meanwhile(happens: () => void): Promise<void> {
  await act(async () => {
    happens()
    // A query tells its watchers in a timer that it sets once it has read the answer: ours of the same turn may be first.
    for (let step = 0; step < stepsOfAnAnswer; step++) await new Promise((resolve) => later(resolve))
  })
}

/** Whether the browser would ask before the tab is closed. */
export function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
