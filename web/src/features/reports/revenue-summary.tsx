import { exportRevenue, type ReportRange, type Revenue, readRevenue } from '@almanac/contract/reports'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DayChart, DayChartPlace } from '../../ui/day-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney, formatMoneyBrief } from '../../ui/format.ts'
import { CsvButton } from './csv-button.tsx'
import { Figure, ReportSection } from './report-section.tsx'
import { RevenueSum } from './revenue-sum.tsx'

/** What was received, by day. */
export function RevenueSummary({ range }: { range: ReportRange }) {
  const reading = useEndpoint(
    readRevenue,
    { params: useTenantParams(), query: range },
    { keepPrevious: true },
  )
  return (
    <ReportSection<Revenue>
      id="revenue-summary"
      title="Revenue Summary"
      reading={reading}
      loading="Loading revenue"
      figures={(revenue) => (
        <>
          <Figure value={revenue && formatMoney(revenue.totalRevenue)}>Total revenue</Figure>
          <RevenueSum revenue={revenue} />
        </>
      )}
      download={<CsvButton endpoint={exportRevenue} report="Revenue Summary" range={range} />}
    >
      {({ revenueData }) =>
        revenueData.every(({ dayAmount }) => dayAmount === 0) ? (
          <DayChartPlace>
            <EmptyState>Nothing was paid on these days.</EmptyState>
          </DayChartPlace>
        ) : (
          <DayChart
            label="Revenue"
            days={revenueData.map(({ createdAt }) => createdAt)}
            series={[
              {
                id: 'revenue',
                name: 'Revenue',
                look: 'solid',
                values: revenueData.map(({ dayAmount }) => dayAmount),
              },
            ]}
            marks="line"
            brief={formatMoneyBrief}
            exact={formatMoney}
          />
        )
      }
    </ReportSection>
  )
}
