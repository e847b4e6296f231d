/**
 * Asked before a person leaves what is under way, `to` an address where it is a link that is followed. Answers true to let
 * go at once; answers false, shows its own question, and calls `proceed` once that is settled.
 */
export type LeaveCheck = (proceed: () => void, to?: string) => boolean

let check: LeaveCheck | null = null

/** Sets who is asked, as an audio session in progress; answers the way to take it back. */
export function setLeaveCheck(next: LeaveCheck): () => void {
  check = next
  return () => {
    if (check === next) check = null
  }
}

/** Whether one may leave now; if not, `proceed` may come later. */
export function mayLeave(proceed: () => void, to?: string): boolean {
  return check?.(proceed, to) ?? true
}

/** Does an act that leaves: now, or once the question is settled. */
export function leaveFor(act: () => void): void {
  if (mayLeave(act)) act()
}
