type TextStore = Pick<Storage, 'getItem' | 'setItem'>

/** Playing speeds, slowest first. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type Speed = (typeof SPEEDS)[number]

const SPEED_KEY = 'almanac-speed'
/** Who stops this close to the start or the end begins again. */
const EDGE_SECONDS = 5
const MOST_POSITIONS = 60

/** Where a reading goes on that was left at `leftAtSeconds`: there, or at the start when it had hardly begun or was over. */
export function resumeSeconds(leftAtSeconds: number, durationSeconds: number): number {
  if (!Number.isFinite(leftAtSeconds) || leftAtSeconds < EDGE_SECONDS) return 0
  return leftAtSeconds > durationSeconds - EDGE_SECONDS ? 0 : leftAtSeconds
}

/** A stored speed; 1 of everything that is none. */
export function parseSpeed(text: string | null): Speed {
  return SPEEDS.find((speed) => String(speed) === text) ?? 1
}

type Position = readonly [audioId: number, seconds: number]

/** Stored positions, the oldest first; none of nonsense. */
export function parsePositions(text: string | null): Position[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    return value.filter((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite))
  } catch {
    return []
  }
}

/** The positions with one reading's anew, at the end; without it where `seconds` is null. Only the latest 60 are kept. */
export function withPosition(
  positions: readonly Position[],
  audioId: number,
  seconds: number | null,
): Position[] {
  const others = positions.filter(([id]) => id !== audioId)
  if (seconds === null) return others
  return [...others, [audioId, Math.round(seconds * 10) / 10] as const].slice(-MOST_POSITIONS)
}

/** Where readings were left, and the speed: remembered in this browser, for one consumer. */
export interface PlaybackMemory {
  leftAtSeconds(audioId: number): number
  /** Null forgets it. */
  keepPosition(audioId: number, seconds: number | null): void
  speed(): Speed
  keepSpeed(speed: Speed): void
}

/** Storage that is closed remembers nothing. */
export function openPlaybackMemory(consumerId: number, storage: () => TextStore): PlaybackMemory {
  const key = `almanac-positions:${consumerId}`
  function read(name: string): string | null {
    try {
      return storage().getItem(name)
    } catch {
      return null
    }
  }
  function write(name: string, text: string) {
    try {
      storage().setItem(name, text)
    } catch {
      // Storage is closed or full: it holds for this page.
    }
  }
  return {
    leftAtSeconds: (audioId) => parsePositions(read(key)).find(([id]) => id === audioId)?.[1] ?? 0,
    keepPosition: (audioId, seconds) =>
      write(key, JSON.stringify(withPosition(parsePositions(read(key)), audioId, seconds))),
    speed: () => parseSpeed(read(SPEED_KEY)),
    keepSpeed: (speed) => write(SPEED_KEY, String(speed)),
  }
}
