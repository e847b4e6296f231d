/**
 * Seconds as people read them, the one form of the whole product: `m:ss` below one hour, `h:mm:ss` from there. A part
 * of a second doesn't count; what is no number of seconds reads `0:00`.
 */
export function formatDuration(durationSeconds: number): string {
  const total = Number.isFinite(durationSeconds) ? Math.max(0, Math.floor(durationSeconds)) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
