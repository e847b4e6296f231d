import { isTrack, type Track } from './track.ts'

/** One audio session as a tab keeps it (decision A2): charged readings play as often as one likes while it lasts. */
export interface AudioSession {
  /** Sent with every list, charge and stream. */
  id: string
  /** The readings charged in it. */
  chargedIds: readonly number[]
  /** What was played last, so that a reload finds the player as it was. */
  track: Track | null
}

/** What a list of readings says about one of them. */
export interface ListedCharge {
  id: number
  isCharged: boolean
}

const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/

/** The session with one more reading charged. */
export function withCharge(session: AudioSession, audioId: number): AudioSession {
  if (session.chargedIds.includes(audioId)) return session
  return { ...session, chargedIds: [...session.chargedIds, audioId] }
}

/** The session with what the server's list knows of it: a charge whose answer was lost counts too. */
export function withListed(session: AudioSession, rows: readonly ListedCharge[]): AudioSession {
  return rows.filter((row) => row.isCharged).reduce((grown, row) => withCharge(grown, row.id), session)
}

/**
 * Whether a session from before this page was loaded is over on the server, as after signing out and in again: it
 * lists a reading as not charged that the tab remembers as charged.
 */
export function isOver(rememberedIds: readonly number[], rows: readonly ListedCharge[]): boolean {
  return rows.some((row) => !row.isCharged && rememberedIds.includes(row.id))
}

/** Something was charged in it, and would be charged again after it: leaving asks first. */
export function isInProgress(session: AudioSession | null): boolean {
  return session !== null && session.chargedIds.length > 0
}

/** A session as it was stored; null of nothing and of nonsense. */
export function parseSession(text: string | null): AudioSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('id' in value) || !('chargedIds' in value))
      return null
    const { id, chargedIds } = value
    if (typeof id !== 'string' || !SESSION_ID.test(id) || !Array.isArray(chargedIds)) return null
    const track = 'track' in value && isTrack(value.track) ? value.track : null
    return { id, chargedIds: chargedIds.filter((one) => Number.isInteger(one)), track }
  } catch {
    return null
  }
}
