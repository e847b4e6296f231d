import { calendar } from '@almanac/contract'
import type { Config } from '../../platform/config.ts'
import { bindBeside, type Route } from '../../platform/http/bind.ts'
import { calendarSql, toCalendar } from './queries.ts'

export interface CalendarDeps {
  config: Pick<Config, 'SCHEDULE_DELAY_MINUTES' | 'RELEASE_TIME_ZONE'>
}

/** The month of a tenant's readings and Sunbursts; for its operators. */
export function calendarRoutes({ config }: CalendarDeps): Route[] {
  return [
    bindBeside(
      calendar.readCalendar,
      ({ month }) => calendarSql(month, config.SCHEDULE_DELAY_MINUTES, config.RELEASE_TIME_ZONE),
      ({ query, beside }) => toCalendar(query.month, beside),
    ),
  ]
}
