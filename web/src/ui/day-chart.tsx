import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { dayLabels, dayTicks, rangeWords } from './day-axis.ts'
import styles from './day-chart.module.css'
import { Bars, Column, Line, type Plot } from './day-chart-marks.tsx'
import type { DaySeries } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { formatDay } from './format.ts'
import { useWidth } from './use-width.ts'
import { valueAxis } from './value-axis.ts'

interface DayChartProps {
  /** What is shown: `Revenue`. */
  label: string
  /** Consecutive calendar days `YYYY-MM-DD`. */
  days: readonly string[]
  series: readonly DaySeries[]
  marks: 'line' | 'bars'
  /** Counts of things, so that the axis has no halves. */
  isWhole?: boolean
  /** A value on the axis and at a peak. */
  brief: (value: number) => string
  /** A value where there is room. */
  exact: (value: number) => string
}

/** A phone's plot, as the style sheet has it. */
const SLIM_PX = 544
const CHARACTER_PX = 8
/** So that charts one above the other begin at the same place. */
const LEFT_PX = 52

/** Where the days and values of a chart lie on a drawing of some width, by text of the usual size. */
function plotOf({ days, series, brief, isWhole = false }: DayChartProps, widthPx: number): Plot {
  const axis = valueAxis(
    series.flatMap(({ values }) => values),
    isWhole,
  )
  const heightPx = widthPx < SLIM_PX ? 210 : 260
  const longest = Math.max(...axis.lines.map((value) => brief(value).length))
  const edge = {
    left: Math.max(LEFT_PX, Math.ceil(longest * CHARACTER_PX) + 10),
    right: 4,
    top: 26,
    bottom: 34,
  }
  const height = heightPx - edge.top - edge.bottom
  const dayPx = Math.max(0, widthPx - edge.left - edge.right) / days.length
  return {
    widthPx,
    heightPx,
    edge,
    axis,
    dayPx,
    x: (index) => edge.left + (index + 0.5) * dayPx,
    y: (value) => edge.top + ((axis.upper - value) / (axis.upper - axis.lower)) * height,
  }
}

/**
 * Figures by day: the page's drawing of time, one mark a day. Read by pointer, by arrow keys, as a sentence, or as a
 * table. One day is a column.
 */
export function DayChart(props: DayChartProps) {
  const { days, series, marks } = props
  const [ref, widthPx, textScale] = useWidth<HTMLDivElement>(720)
  const [chosen, setChosen] = useState<number | null>(null)
  const plot = plotOf(props, widthPx / textScale)
  const shown = chosen === null ? null : Math.min(chosen, days.length - 1)

  function follow(event: PointerEvent<HTMLDivElement>) {
    const atPx = event.clientX - event.currentTarget.getBoundingClientRect().left
    const x = atPx / textScale - plot.edge.left
    setChosen(Math.min(days.length - 1, Math.max(0, Math.floor(x / plot.dayPx))))
  }

  return (
    <div className={styles.chart}>
      <div
        ref={ref}
        className={styles.plot}
        style={{ height: plot.heightPx * textScale }}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setChosen(null)}
      >
        <svg
          role="img"
          aria-label={sentenceOf(props)}
          width={widthPx}
          height={plot.heightPx * textScale}
          viewBox={`0 0 ${plot.widthPx} ${plot.heightPx}`}
        >
          <ValueLines {...props} plot={plot} />
          {shown !== null && days.length > 1 && (
            <line
              className={styles.chosen}
              x1={plot.x(shown)}
              x2={plot.x(shown)}
              y1={plot.edge.top - 8}
              y2={plot.y(plot.axis.lower)}
            />
          )}
          {days.length === 1 ? (
            <Column {...props} plot={plot} />
          ) : marks === 'line' ? (
            <Line {...props} plot={plot} chosen={shown} />
          ) : (
            <Bars {...props} plot={plot} />
          )}
          <DayLine {...props} plot={plot} />
        </svg>
        {days.length > 1 && <DayWalker {...props} shown={shown} onChoose={setChosen} />}
        {shown !== null && days.length > 1 && <DayBox {...props} at={shown} {...{ plot, textScale }} />}
      </div>
      <DayTable days={days} series={series} label={props.label} exact={props.exact} />
    </div>
  )
}

type Drawn = DayChartProps & { plot: Plot }

function ValueLines({ plot, brief }: Drawn) {
  return plot.axis.lines.map((value) => (
    <g key={value}>
      <path className={styles.hairline} d={`M${plot.edge.left} ${plot.y(value)}H${plot.widthPx}`} />
      <text x={plot.edge.left - 8} y={plot.y(value) + 4} textAnchor="end">
        {brief(value)}
      </text>
    </g>
  ))
}

/** The axis at zero, and the graduated rule of the days under it. */
function DayLine({ plot, days }: Drawn) {
  const foot = plot.y(plot.axis.lower)
  const ticks = dayTicks(days, plot.dayPx).map(({ at, isLong }) => `M${plot.x(at)} ${foot}v${isLong ? 9 : 4}`)
  return (
    <>
      <path className={styles.axis} d={`M${plot.edge.left} ${plot.y(0)}H${plot.widthPx}${ticks.join('')}`} />
      {dayLabels(days, plot.dayPx).map(({ at, text }) => {
        const half = (text.length * CHARACTER_PX) / 2
        const x = Math.max(half, Math.min(plot.x(at), plot.widthPx - half))
        return (
          <text key={at} x={x} y={foot + 26} textAnchor="middle">
            {text}
          </text>
        )
      })}
    </>
  )
}

/** A calendar day in words: `Tuesday, November 17`. */
function dayWords(day: string | undefined): string {
  return day ? formatDay(`${day}T12:00:00Z`, 'UTC') : ''
}

interface WalkerProps extends DayChartProps {
  shown: number | null
  onChoose: (index: number | null) => void
}

/** The chart's days under the arrow keys; it lies unseen over the plot, which shows its focus. */
function DayWalker({ label, days, series, exact, shown, onChoose }: WalkerProps) {
  const at = shown ?? days.length - 1
  const values = series.map(({ name, values }) => `${name} ${exact(values[at] ?? 0)}`)
  return (
    <input
      type="range"
      className={styles.walker}
      aria-label={`${label} day by day`}
      aria-valuetext={`${dayWords(days[at])}: ${values.join(', ')}`}
      min={0}
      max={days.length - 1}
      value={at}
      onChange={(event) => onChoose(Number(event.target.value))}
      onFocus={() => onChoose(at)}
      onBlur={() => onChoose(null)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && onChoose(null)}
    />
  )
}

/** What the day under the pointer has, beside its line. */
function DayBox({ days, series, exact, at, plot, textScale }: Drawn & { at: number; textScale: number }) {
  const x = plot.x(at)
  const isLeft = x < plot.widthPx / 2
  const place = { [isLeft ? 'left' : 'right']: (isLeft ? x : plot.widthPx - x) * textScale + 12 }
  return (
    <div className={styles.box} style={place} aria-hidden="true">
      <b>{dayWords(days[at])}</b>
      {series.map(({ id, name, look, values }) => (
        <span key={id} className={styles.figure}>
          {series.length > 1 && (
            <span className={styles.name}>
              <i className={styles.key} data-look={look} />
              {name}
            </span>
          )}
          <span>{exact(values[at] ?? 0)}</span>
        </span>
      ))}
    </div>
  )
}

/** The square that names a series in a chart without a legend: beside its total. */
export function SeriesKey({ look }: { look: DaySeries['look'] }) {
  return <i className={styles.key} data-look={look} aria-hidden="true" />
}

/** The chart in words: what, when, and the highest of each series. */
function sentenceOf({ label, days, series, exact }: DayChartProps): string {
  const highest = series.map(({ name, values }) => {
    const most = Math.max(...values)
    if (days.length === 1) return `${name} ${exact(values[0] ?? 0)}.`
    return `${name}: highest on ${dayWords(days[values.indexOf(most)])}, ${exact(most)}.`
  })
  return `${label} by day, ${rangeWords(days)}. ${highest.join(' ')}`
}

/** The place of a chart while its days are on their way, as high as it will be. */
export function DayChartWaiting() {
  return <div className={classNames(styles.place, styles.waiting)} aria-hidden="true" />
}

/** The place of a chart that has nothing to draw: what says so, as high as a chart. */
export function DayChartPlace({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}
