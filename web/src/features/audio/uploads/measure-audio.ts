/** A device that tells nothing of a file for so long is not waited for. */
const PATIENCE_MS = 3_000

/** What this device makes of a recording. */
export interface Measured {
  /** A first guess: the server measures. Null where this device can't tell. */
  durationSeconds: number | null
  /** It plays mp3, but not this file. */
  isUnplayable: boolean
}

/** Has the device read a file; one that plays no mp3 at all has nothing to say against it. */
export function measureAudio(file: Blob): Promise<Measured> {
  const url = URL.createObjectURL(file)
  const player = new Audio()
  player.preload = 'metadata'
  return new Promise<Measured>((resolve) => {
    const timer = setTimeout(() => resolve({ durationSeconds: null, isUnplayable: false }), PATIENCE_MS)
    const tell = (measured: Measured) => {
      clearTimeout(timer)
      resolve(measured)
    }
    player.onloadedmetadata = () => {
      const { duration } = player
      tell({ durationSeconds: Number.isFinite(duration) ? duration : null, isUnplayable: false })
    }
    player.onerror = () =>
      tell({ durationSeconds: null, isUnplayable: player.canPlayType('audio/mpeg') !== '' })
    player.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
