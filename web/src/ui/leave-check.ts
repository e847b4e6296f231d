/**
 * Asked before a person leaves what is under way, `to` an address where it is a link that is followed. Answers true to let
 * go at once; answers false, shows its own question, and calls `proceed` once that is settled.
 */
export type LeaveCheck = (proceed: () => void, to?: string) => boolean

/**
 * What is asked about, in this order: input in a dialog, input on the screen below it, and last the audio session, since
 * staying for unsaved input must come before a yes that ends what was paid for.
 */
const ORDER = ['dialog', 'screen', 'session'] as const
type Held = (typeof ORDER)[number]

interface Entry {
  held: Held
  check: LeaveCheck
}

let entries: readonly Entry[] = []
let isAgreed = false

/** Adds who is asked: a dialog or a screen with unsaved input, or the audio session in progress. Answers the way to take it back. */
export function addLeaveCheck(held: Held, check: LeaveCheck): () => void {
  const own: Entry = { held, check }
  entries = [...entries, own].sort((one, other) => ORDER.indexOf(one.held) - ORDER.indexOf(other.held))
  return () => {
    entries = entries.filter((entry) => entry !== own)
  }
}

/** Whether one may leave now; if not, `proceed` comes later, once every question has been answered with a yes. */
export function mayLeave(proceed: () => void, to?: string): boolean {
  return ask(entries, proceed, to)
}

function ask(asked: readonly Entry[], proceed: () => void, to: string | undefined): boolean {
  const [first, ...others] = asked.filter((entry) => entries.includes(entry))
  if (!first) return true
  const goOn = () => {
    if (ask(others, proceed, to)) leaveUnasked(proceed)
  }
  return first.check(goOn, to) && ask(others, proceed, to)
}

/** Does an act that leaves: now, or once the questions are settled. */
export function leaveFor(act: () => void): void {
  if (mayLeave(act)) act()
}

/** The same by a button of a dialog itself, whose input is given up by pressing it. */
export function leaveDialogFor(act: () => void): void {
  const others = entries.filter(({ held }) => held !== 'dialog')
  if (ask(others, act, undefined)) leaveUnasked(act)
}

/** Whether a dialog, or else the screen, holds unsaved input. */
export function holdsInput(held: 'dialog' | 'screen'): boolean {
  return entries.some((entry) => entry.held === held)
}

/** Asks for unsaved input, that of the screen too where the act leaves it, and then acts. */
export function askForInput(act: () => void, leavesScreen: boolean): void {
  const holders = entries.filter(({ held }) => held === 'dialog' || (held === 'screen' && leavesScreen))
  if (ask(holders, act, undefined)) leaveUnasked(act)
}

/** Does an act that leaves and that nobody is to be asked about any more: all have agreed, or all is saved. */
export function leaveUnasked(act: () => void): void {
  isAgreed = true
  try {
    act()
  } finally {
    isAgreed = false
  }
}

/** Whether what leaves right now has been agreed to. */
export function isLeaveAgreed(): boolean {
  return isAgreed
}
