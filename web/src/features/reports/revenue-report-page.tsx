import { useTenantZone } from '../../api/tenant-zone.ts'
import { useAddressState } from '../../api/use-address-state.ts'
import { formatZone } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useToday } from '../../ui/use-today.ts'
import { GrossSales } from './gross-sales.tsx'
import { RangePicker } from './range-picker.tsx'
import { choiceField, rangeOf } from './report-range.ts'
import { RevenueSummary } from './revenue-summary.tsx'
import { UsageSummary } from './usage-summary.tsx'

const ADDRESS = { choice: choiceField }

/** Revenue & Usage: the operator's home. A preset goes with the tenant's day, also past its midnight. */
export function Component() {
  const timeZone = useTenantZone()
  const today = useToday(timeZone)
  const [{ choice }, choose] = useAddressState(ADDRESS)
  const isPreset = typeof choice === 'string'
  const range = isPreset ? rangeOf(choice, today) : choice
  return (
    <>
      <PageHead title="Revenue & Usage" text={`Days in ${formatZone(timeZone)}.`}>
        <RangePicker
          {...{ range, today, timeZone }}
          preset={isPreset ? choice : null}
          onChange={(next, options) => choose({ choice: next }, options)}
        />
      </PageHead>
      <RevenueSummary range={range} />
      <UsageSummary range={range} />
      <GrossSales range={range} />
    </>
  )
}
