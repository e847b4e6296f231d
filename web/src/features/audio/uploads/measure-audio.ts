/** A file's duration in seconds as this device reads it; null where it can't. A first guess: the server measures. */
export function measureAudio(file: Blob): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const player = new Audio()
  player.preload = 'metadata'
  return new Promise<number | null>((resolve) => {
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? player.duration : null)
    player.onerror = () => resolve(null)
    player.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
