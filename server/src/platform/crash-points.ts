/**
 * Dies here as a power cut would, when the environment variable CRASH_AT names this point; the fault tests use it to
 * stop the process between two steps. Without effect in production.
 */
export function crashPoint(name: string): void {
  if (process.env.CRASH_AT !== name || process.env.NODE_ENV === 'production') return
  process.kill(process.pid, 'SIGKILL')
}
