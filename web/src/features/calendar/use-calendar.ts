import { readCalendar } from '@almanac/contract/calendar'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { Month } from './month-rules.ts'

/** A month of the tenant; the last one stays until it is there. */
export function useCalendar(month: Month) {
  return useEndpoint(readCalendar, { params: useTenantParams(), query: { month } }, { keepPrevious: true })
}
