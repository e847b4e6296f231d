import type { Calendar, CalendarReading, CalendarSign, CalendarText } from '@almanac/contract/calendar'
import { type RawBuilder, sql } from 'kysely'
import { ownSql } from '../../platform/http/session.ts'

/** A month as it is read within another statement: instants are text with an offset in it. */
interface FoundMonth {
  today: string
  firstOpenDay: string
  signs: Omit<CalendarSign, 'readings' | 'releaseDays' | 'shortTexts'>[]
  readings: (CalendarReading & { categoryId: number })[]
  releases: { categoryId: number; day: string }[]
  shortTexts: (CalendarText & { categoryId: number })[]
}

/** The calendar day of an instant on the wall of the session's tenant, `t`: 23, 24 or 25 hours, as its clocks have it. */
function localDay(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${at} at time zone t.time_zone)::date`
}

/** Signs that are not deleted, as a list's rows. */
const signsSql = sql`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'logoSvg', c.logo_path)
    order by c.sort_order, c.name, c.id), '[]')
  from categories c where c.tenant_id = ${ownSql.tenantId} and c.deleted_at is null)`

/**
 * What the session's tenant has in a month, `YYYY-MM`: texts by the day of their time, readings by the days of their start
 * and end, both of the tenant's zone. What was canceled or deleted is not shown.
 *
 * @param delayMinutes by how much a new text's time must be later than now (decision S3)
 * @param releaseZone in which a reading's start is the day that it is named for (decision A7)
 */
export function calendarSql(
  month: string,
  delayMinutes: number,
  releaseZone: string,
): RawBuilder<FoundMonth> {
  const firstDay = `${month}-01`
  const from = sql`(${firstDay}::date::timestamp at time zone t.time_zone)`
  const until = sql`((${firstDay}::date + interval '1 month') at time zone t.time_zone)`
  // Times are given to the minute, and must be later than the delay: the next whole minute is the first that will do.
  const firstMinute = sql`(date_trunc('minute', present() + make_interval(mins => ${delayMinutes})) + interval '1 minute')`
  const shortTexts = sql`(
    select coalesce(json_agg(json_build_object('categoryId', s.category_id, 'id', s.id, 'messageName', s.message_name,
      'disburseDateTime', s.disburse_at, 'day', ${localDay(sql`s.disburse_at`)}, 'status', s.state)
      order by s.disburse_at, s.id), '[]')
    from short_texts s
    where s.tenant_id = ${ownSql.tenantId} and s.deleted_at is null and s.state <> 'cancelled'
      and s.disburse_at >= ${from} and s.disburse_at < ${until})`
  const readings = sql`(
    select coalesce(json_agg(json_build_object('categoryId', a.category_id, 'id', a.id, 'audioName', a.name,
      'startDateTime', a.starts_at, 'endDateTime', a.ends_at,
      'firstDay', ${localDay(sql`a.starts_at`)}, 'lastDay', ${localDay(sql`a.ends_at`)})
      order by a.starts_at, a.id), '[]')
    from audios a
    where a.tenant_id = ${ownSql.tenantId} and a.deleted_at is null
      and a.starts_at < ${until} and a.ends_at >= ${from})`
  const releaseDay = sql`(a.starts_at at time zone ${releaseZone})::date`
  // With the whole weeks of its first and its last day: what starts in them fills their Tuesdays.
  const releases = sql`(
    select coalesce(json_agg(json_build_object('categoryId', r.category_id, 'day', r.day) order by r.day), '[]')
    from (
      select distinct a.category_id, ${releaseDay} as day
      from audios a
      where a.tenant_id = ${ownSql.tenantId} and a.deleted_at is null
        and a.starts_at >= (${firstDay}::date - 6)::timestamp at time zone ${releaseZone}
        and a.starts_at < (${firstDay}::date + interval '1 month 6 days') at time zone ${releaseZone}) r)`
  return sql`json_build_object(
    'today', ${localDay(sql`present()`)}, 'firstOpenDay', ${localDay(firstMinute)},
    'signs', ${signsSql}, 'shortTexts', ${shortTexts}, 'readings', ${readings},
    'releases', ${releases})`
}

/** The month with what was found of it, sign by sign. What belongs to a deleted sign is shown nowhere. */
export function toCalendar(month: string, found: FoundMonth): Calendar {
  const readings = Map.groupBy(found.readings, ({ categoryId }) => categoryId)
  const releases = Map.groupBy(found.releases, ({ categoryId }) => categoryId)
  const shortTexts = Map.groupBy(found.shortTexts, ({ categoryId }) => categoryId)
  return {
    month,
    today: found.today,
    firstOpenDay: found.firstOpenDay,
    signs: found.signs.map((sign) => ({
      ...sign,
      readings: (readings.get(sign.id) ?? []).map((reading) => ({
        ...reading,
        startDateTime: new Date(reading.startDateTime).toISOString(),
        endDateTime: new Date(reading.endDateTime).toISOString(),
      })),
      releaseDays: (releases.get(sign.id) ?? []).map(({ day }) => day),
      shortTexts: (shortTexts.get(sign.id) ?? []).map((text) => ({
        ...text,
        disburseDateTime: new Date(text.disburseDateTime).toISOString(),
      })),
    })),
  }
}
