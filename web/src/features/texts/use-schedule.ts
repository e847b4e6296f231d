import { getShortTextSettings } from '@almanac/contract/texts'
import { useMemo } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Schedule } from './schedule-rules.ts'

const CLOCK_MS = 10_000
const MINUTE_MS = 60_000

/** The schedule of a tenant's texts, and how it is asked for again. */
export type Scheduling = ReturnType<typeof useSchedule>

/**
 * From when on a text can be scheduled, as time goes by, and the time of day at which texts usually go out; null and empty until
 * the server has said so, with how it is asked again. Usual is what is so in the category, where one is given.
 */
export function useSchedule(categoryId?: number) {
  const now = useNow(CLOCK_MS)
  const { data, error, isFetching, refetch } = useEndpoint(getShortTextSettings, {
    params: useTenantParams(),
    query: { consumerCategoryId: categoryId },
  })
  // Times are whole minutes, so that within one nothing changes.
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const schedule = useMemo<Schedule | null>(
    () =>
      data
        ? {
            now: new Date(minute * MINUTE_MS),
            delayMinutes: data.scheduleDelayMinutes,
            timeZone: data.timeZone,
          }
        : null,
    [data, minute],
  )
  return { schedule, usualTime: data?.usualTime ?? '', error, isFetching, retry: () => void refetch() }
}
