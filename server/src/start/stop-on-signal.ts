import { setTimeout as wait } from 'node:timers/promises'

/** Ends this process on Ctrl-C, SIGTERM or one of `events`: once, when `stop` is done or has had its time. */
export function stopOnSignal(
  stop: () => Promise<unknown>,
  withinMs: number,
  events: readonly string[] = [],
): void {
  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.race([stop(), wait(withinMs, undefined, { ref: false })])
    process.exit(0)
  }
  // A second Ctrl-C ends it at once.
  for (const event of ['SIGINT', 'SIGTERM', ...events]) process.once(event, end)
}
