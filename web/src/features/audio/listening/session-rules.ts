import { isTrack, type Track } from './track.ts'

/** One audio session as a tab keeps it (decision A2): charged readings play as often as one likes while it lasts. */
export interface AudioSession {
  /** Sent with every list, charge and stream. */
  id: string
  /** The readings charged in it. */
  chargedIds: readonly number[]
  /** Of these, the ones that an earlier id of this session paid for, with that id: they play on under it. */
  paidIn: Readonly<Record<number, string>>
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

/** The id under which a reading of the session is paid, or is to be charged. */
export function sessionIdFor(session: AudioSession, audioId: number): string {
  return session.paidIn[audioId] ?? session.id
}

/**
 * The session after the server said that readings are paid no more: a new id, under which they can be charged anew.
 * What else was charged plays on under the id that paid for it; null where there is nothing else.
 */
export function withoutReadings(
  session: AudioSession,
  audioIds: readonly number[],
  newId: string,
): AudioSession | null {
  const chargedIds = session.chargedIds.filter((id) => !audioIds.includes(id))
  if (chargedIds.length === 0) return null
  return {
    id: newId,
    chargedIds,
    paidIn: Object.fromEntries(chargedIds.map((id) => [id, sessionIdFor(session, id)])),
    track: session.track && audioIds.includes(session.track.audioId) ? null : session.track,
  }
}

/**
 * Which readings charged before this page was loaded are over on the server, as after 24 hours or after signing out and
 * in again: it lists them as not charged. What an earlier id paid for is not in its list.
 */
export function endedIds(
  session: AudioSession,
  rememberedIds: readonly number[],
  rows: readonly ListedCharge[],
): number[] {
  return rows
    .filter((row) => !row.isCharged && rememberedIds.includes(row.id) && !(row.id in session.paidIn))
    .map((row) => row.id)
}

/** Something was charged in it, and would be charged again after it: leaving asks first. */
export function isInProgress(session: AudioSession | null): boolean {
  return session !== null && session.chargedIds.length > 0
}

/** A session as it was stored; null of nothing, of nonsense, and of another login's. An earlier build kept no login. */
export function parseSession(text: string | null, loginId: string): AudioSession | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('id' in value) || !('chargedIds' in value))
      return null
    if ('loginId' in value && value.loginId !== loginId) return null
    const { id, chargedIds } = value
    if (typeof id !== 'string' || !SESSION_ID.test(id) || !Array.isArray(chargedIds)) return null
    return {
      id,
      chargedIds: chargedIds.filter((one) => Number.isInteger(one)),
      paidIn: 'paidIn' in value ? parsePaidIn(value.paidIn) : {},
      track: 'track' in value && isTrack(value.track) ? value.track : null,
    }
  } catch {
    return null
  }
}

function parsePaidIn(value: unknown): Record<number, string> {
  if (typeof value !== 'object' || value === null) return {}
  const isPair = (pair: [string, unknown]): pair is [string, string] =>
    /^\d+$/.test(pair[0]) && typeof pair[1] === 'string' && SESSION_ID.test(pair[1])
  return Object.fromEntries(Object.entries(value).filter(isPair))
}
