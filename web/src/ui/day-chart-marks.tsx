import styles from './day-chart.module.css'
import type { DaySeries } from './day-series.ts'
import { findPeaks, type ValueAxis } from './value-axis.ts'

/** The places of days and values on a chart, in px. */
export interface Plot {
  widthPx: number
  heightPx: number
  edge: { left: number; right: number; top: number; bottom: number }
  axis: ValueAxis
  dayPx: number
  /** The middle of a day. */
  x: (index: number) => number
  y: (value: number) => number
}

interface MarksProps {
  series: readonly DaySeries[]
  plot: Plot
  brief: (value: number) => string
}

/** A peak's value takes about this much. */
const PEAK_PX = 76
const MOST_PEAKS = 4
/** A digit of a value is not broader. */
const VALUE_CHARACTER_PX = 10

/** Straight from day to day; open dots and values only at the peaks, and a dot on the chosen day. */
export function Line({ series, plot, brief, chosen }: MarksProps & { chosen: number | null }) {
  return series.map(({ id, values }) => {
    const most = Math.min(MOST_PEAKS, Math.max(1, Math.floor(plot.widthPx / 180)))
    const peaks = findPeaks(values, PEAK_PX / plot.dayPx, most)
    const path = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${plot.x(index)} ${plot.y(value)}`)
    return (
      <g key={id}>
        <path className={styles.line} d={path.join('')} />
        {peaks.map((at) => (
          <g key={at}>
            <circle className={styles.dot} cx={plot.x(at)} cy={plot.y(values[at] ?? 0)} r={4.5} />
            {chosen === null && <PeakValue plot={plot} at={at} value={values[at] ?? 0} brief={brief} />}
          </g>
        ))}
        {chosen !== null && (
          <circle className={styles.full} cx={plot.x(chosen)} cy={plot.y(values[chosen] ?? 0)} r={4.5} />
        )}
      </g>
    )
  })
}

interface PeakValueProps extends Pick<MarksProps, 'plot' | 'brief'> {
  at: number
  value: number
}

/** Over its day; where that is so near an edge that it may not have room, from there inwards. */
function PeakValue({ plot, at, value, brief }: PeakValueProps) {
  const text = brief(value)
  const half = (text.length * VALUE_CHARACTER_PX) / 2
  const [first, last] = [plot.edge.left, plot.widthPx - plot.edge.right]
  const middle = plot.x(at)
  const place =
    middle + half > last
      ? ({ x: last, textAnchor: 'end' } as const)
      : middle - half < first
        ? ({ x: first, textAnchor: 'start' } as const)
        : ({ x: middle, textAnchor: 'middle' } as const)
  return (
    <text className={styles.value} y={plot.y(value) - 12} {...place}>
      {text}
    </text>
  )
}

const BAR_MOST_PX = 26
const BARS_FROM_PX = 8
const BAR_GAP_PX = 2

/** Bars side by side on each day; where days are too narrow for two, a field in steps and a line over it. */
export function Bars({ series, plot }: MarksProps) {
  if (plot.dayPx < BARS_FROM_PX) return series.map((one) => <Field key={one.id} series={one} plot={plot} />)
  const gap = plot.dayPx < 2 * BARS_FROM_PX ? 1 : BAR_GAP_PX
  const width = Math.min(BAR_MOST_PX, (plot.dayPx * 0.74 - gap * (series.length - 1)) / series.length)
  const all = series.length * width + (series.length - 1) * gap
  return series.map(({ id, look, values }, place) => {
    const offset = place * (width + gap) - all / 2
    const bars = values.map((value, index) => bar(plot, plot.x(index) + offset, width, value))
    return <path key={id} className={styles.bar} data-look={look} d={bars.join('')} />
  })
}

function bar(plot: Plot, left: number, width: number, value: number): string {
  return value === 0 ? '' : `M${left} ${plot.y(0)}V${plot.y(value)}h${width}V${plot.y(0)}z`
}

function Field({ series: { look, values }, plot }: { series: DaySeries; plot: Plot }) {
  const half = plot.dayPx / 2
  const steps = values.map((value, index) => `V${plot.y(value)}H${plot.x(index) + half}`).join('')
  const start = `M${plot.x(0) - half} ${plot.y(0)}`
  if (look === 'wash')
    return <path className={styles.bar} data-look={look} d={`${start}${steps}V${plot.y(0)}z`} />
  const line = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${plot.x(index)} ${plot.y(value)}`)
  return <path className={styles.thin} d={line.join('')} />
}

const COLUMN_PX = 64

/** A single day: a column for each figure, its value over it. */
export function Column({ series, plot, brief }: MarksProps) {
  const width = Math.min(COLUMN_PX, plot.dayPx / (series.length * 2))
  const left = plot.x(0) - (series.length * width * 1.5 - width / 2) / 2
  return series.map(({ id, look, values: [value = 0] }, place) => {
    const at = left + place * width * 1.5
    return (
      <g key={id}>
        <path className={styles.bar} data-look={look} d={bar(plot, at, width, value)} />
        <text
          className={styles.value}
          x={at + width / 2}
          y={plot.y(Math.max(0, value)) - 10}
          textAnchor="middle"
        >
          {brief(value)}
        </text>
      </g>
    )
  })
}
