/** What the player plays. */
export interface Track {
  audioId: number
  audioName: string
  /** Where its sound streams from, with the session it is charged in. */
  url: string
  categoryId: number
  signName: string
  /** A tenant's own logo, where the sign has no drawing of ours. */
  signLogoUrl: string | null
  /** The list's measure, until the file says its own. */
  durationSeconds: number
}

/** Whether something that was stored is a track. */
export function isTrack(value: unknown): value is Track {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<keyof Track, unknown>
  return (
    typeof fields.audioId === 'number' &&
    typeof fields.audioName === 'string' &&
    typeof fields.url === 'string' &&
    fields.url.startsWith('/v1/') &&
    typeof fields.categoryId === 'number' &&
    typeof fields.signName === 'string' &&
    (fields.signLogoUrl === null || typeof fields.signLogoUrl === 'string') &&
    typeof fields.durationSeconds === 'number'
  )
}
