import { setTimeout as wait } from 'node:timers/promises'

/** A supervisor waits for ten seconds before it kills. */
const stopWithinMs = 9_000

/** Ends this process on Ctrl-C, SIGTERM or one of `events`: once, when `stop` is done or has had its time. */
export function stopOnSignal(stop: () => Promise<unknown>, events: readonly string[] = []): void {
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.race([stop(), wait(stopWithinMs, undefined, { ref: false })])
    process.exit(0)
  }
  // A second Ctrl-C ends it at once.
  for (const event of ['SIGINT', 'SIGTERM', ...events]) process.once(event, end)
}
