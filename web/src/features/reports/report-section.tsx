import type { ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { DayChartPlace, DayChartWaiting } from '../../ui/day-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './reports.module.css'

/** A read as far as a section needs it. */
interface Reading<Report> {
  data: Report | undefined
  error: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ReportSectionProps<Report> {
  id: string
  title: string
  reading: Reading<Report>
  /** What is read out while nothing is there yet. */
  loading: string
  /** Figures at the left; a placeholder stands for each until the report is there. */
  figures: (report: Report | undefined) => ReactNode
  /** Under the figures. */
  download: ReactNode
  /** At the right. */
  children: (report: Report) => ReactNode
}

/** A page of the ledger: its figures at the left, its chart at the right. */
export function ReportSection<Report>(props: ReportSectionProps<Report>) {
  const { id, title, reading, loading, figures, download, children } = props
  const { data, error, isFetching, isPlaceholderData, refetch } = reading
  const isFailed = data === undefined && error !== null
  return (
    <section className={styles.ledger} aria-labelledby={id} aria-busy={isPlaceholderData || undefined}>
      <div className={styles.figures}>
        <h2 id={id}>{title}</h2>
        {!isFailed && figures(data)}
        {!isFailed && <div className={styles.download}>{download}</div>}
      </div>
      {isFailed ? (
        <DayChartPlace>
          <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
        </DayChartPlace>
      ) : data === undefined ? (
        <div role="status" aria-label={loading}>
          <DayChartWaiting />
        </div>
      ) : (
        children(data)
      )}
    </section>
  )
}

interface FigureProps {
  /** Undefined while it is on its way. */
  value: string | undefined
  children: ReactNode
}

/** A total, and under it what it counts. */
export function Figure({ value, children }: FigureProps) {
  return (
    <div className={styles.figure}>
      <p className="figure">{value ?? <span className={styles.unknown} />}</p>
      <p className={styles.counts}>{children}</p>
    </div>
  )
}
