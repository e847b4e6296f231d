import { exportUsage, type ReportRange, readUsage, type Usage } from '@almanac/contract/reports'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DayChart, DayChartPlace, SeriesKey } from '../../ui/day-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { CsvButton } from './csv-button.tsx'
import { Figure, ReportSection } from './report-section.tsx'

/** What consumers spent their tokens on, by day. */
export function UsageSummary({ range }: { range: ReportRange }) {
  const reading = useEndpoint(readUsage, { params: useTenantParams(), query: range }, { keepPrevious: true })
  return (
    <ReportSection<Usage>
      id="usage-summary"
      title="Usage Summary"
      reading={reading}
      loading="Loading usage"
      figures={(usage) => (
        <>
          <Figure value={usage && formatCount(usage.totalSmsSunbrusts)}>
            <SeriesKey look="wash" />
            Total Sunbursts
          </Figure>
          <Figure value={usage && formatCount(usage.totalAudioPlays)}>
            <SeriesKey look="solid" />
            Total Readings
          </Figure>
        </>
      )}
      download={<CsvButton endpoint={exportUsage} report="Usage Summary" range={range} />}
    >
      {(usage) =>
        usage.totalSmsSunbrusts + usage.totalAudioPlays === 0 ? (
          <DayChartPlace>
            <EmptyState>No readings were played and no Sunbursts were sent on these days.</EmptyState>
          </DayChartPlace>
        ) : (
          <UsageChart usageData={usage.usageData} />
        )
      }
    </ReportSection>
  )
}

function UsageChart({ usageData }: Pick<Usage, 'usageData'>) {
  return (
    <DayChart
      label="Usage"
      days={usageData.map(({ createdAt }) => createdAt)}
      series={[
        {
          id: 'sunbursts',
          name: 'Sunbursts',
          look: 'wash',
          values: usageData.map(({ smsSunbrusts }) => smsSunbrusts),
        },
        {
          id: 'readings',
          name: 'Readings',
          look: 'solid',
          values: usageData.map(({ audioPlays }) => audioPlays),
        },
      ]}
      marks="bars"
      isWhole
      brief={formatCount}
      exact={formatCount}
    />
  )
}
