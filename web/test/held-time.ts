import { act } from '@testing-library/react'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

/** Stops the clock of the page; answers hands that work meanwhile. What has begun before runs on. */
export function holdTime(): UserEvent {
  vi.useFakeTimers()
  const advanceTimersByTime = (ms: number) => void vi.advanceTimersByTime(ms)
  // By this name the testing library learns that a clock stands still, and does not wait for it.
  vi.stubGlobal('jest', { advanceTimersByTime })
  return userEvent.setup({
    advanceTimers: advanceTimersByTime,
    pointerEventsCheck: PointerEventsCheckLevel.Never,
  })
}

/** Lets that much time pass. */
export function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Lets the clock go on, once nothing waits for it. */
export async function releaseTime(): Promise<void> {
  await act(() => vi.runOnlyPendingTimersAsync())
  vi.useRealTimers()
  vi.unstubAllGlobals()
}
