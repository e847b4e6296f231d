import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Lane } from './lanes.ts'

declare module './database.ts' {
  interface Tables {
    /** Up to when the places in a sender's stream are taken, and whether somebody waits for more. */
    sendPaces: { sender: string; takenUntil: Date; isWanted: boolean }
  }
}

/** How fast messages may leave by one sender. */
export interface PaceSetting {
  /** Whose pace it is: a provider's name for the sender, such as `sms:MG0123`. All who name it share it. */
  sender: string
  /** Messages a second of all workers together; 0 for no limit. */
  perSecond: number
}

/** Places in a sender's stream. */
interface Places {
  places: number
  /** When there may be more, in milliseconds. */
  againInMs: number
}

/** The pace of one sender, which all workers hold together. */
export interface Pace {
  /** Takes as many places as are free now, at most `wanted`. */
  take(wanted: number): Promise<Places>
  /** Takes that many at once, whether or not they are free; who comes after waits the longer for it. */
  takeUrgently(wanted: number): Promise<void>
  /** Returns places that nothing leaves by, since nothing is left to send. */
  giveBack(places: number): Promise<void>
}

/** The pace of a sender, kept by the database; nothing is asked of it where there is no limit. */
export function openPace({ reader }: Pick<Database, 'reader'>, { sender, perSecond }: PaceSetting): Pace {
  if (perSecond === 0) return unlimited
  const take = async (wanted: number, isUrgent: boolean): Promise<Places> => {
    const { rows } = await sql<Places>`
      select places, again_in_ms from take_send_places(${sender}, ${wanted}::int, ${perSecond}::float8, ${isUrgent})
    `.execute(reader)
    if (!rows[0]) throw new Error('A pace answered nothing')
    return rows[0]
  }
  return {
    take: (wanted) => take(wanted, false),
    async takeUrgently(wanted) {
      await take(wanted, true)
    },
    async giveBack(places) {
      await sql`
        update send_paces set is_wanted = false,
          taken_until = taken_until - make_interval(secs => ${places / perSecond}::float8)
        where sender = ${sender}
      `.execute(reader)
    },
  }
}

const unlimited: Pace = {
  take: async (wanted) => ({ places: wanted, againInMs: 0 }),
  takeUrgently: async () => undefined,
  giveBack: async () => undefined,
}

/** A lane that claims no more than may leave at once, so that what it claims does leave and the rest stays open to change. */
export function atPace<Row extends { readonly tenantId: number | null }>(
  lane: Lane<Row>,
  pace: Pace,
): Lane<Row> {
  return {
    ...lane,
    async claim(wish) {
      const { places, againInMs } = await pace.take(wish.room)
      if (places === 0) return { rows: [], againInMs }
      let leaving = 0
      try {
        const claimed = await lane.claim({ ...wish, room: places })
        leaving = claimed.rows.length
        const isMore = places < wish.room && leaving + (claimed.settled ?? 0) >= places
        return isMore ? { ...claimed, againInMs } : claimed
      } finally {
        // What is claimed already leaves, whether or not the others' places came back.
        if (leaving < places) await pace.giveBack(places - leaving).catch(() => undefined)
      }
    },
  }
}

/** A lane of what waits for no place, and takes one all the same. */
export function aheadOfPace<Row extends { readonly tenantId: number | null }>(
  lane: Lane<Row>,
  pace: Pace,
): Lane<Row> {
  return {
    ...lane,
    async claim(wish) {
      const claimed = await lane.claim(wish)
      // What is claimed already leaves, whether or not it could be counted.
      if (claimed.rows.length > 0) await pace.takeUrgently(claimed.rows.length).catch(() => undefined)
      return claimed
    },
  }
}
