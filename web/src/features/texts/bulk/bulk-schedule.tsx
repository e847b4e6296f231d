import type { BulkPreview } from '@almanac/contract/texts'
import type { ReactNode } from 'react'
import { formatCalendarDay, formatCount, formatDateTime, formatZone } from '../../../ui/format.ts'
import styles from './bulk.module.css'

/** What an upload would schedule. */
export function BulkSchedule({ preview }: { preview: BulkPreview }) {
  const { texts, timeZone, firstAt, lastAt, categories, days } = preview
  return (
    <section className={styles.schedule} aria-label="What will be scheduled">
      <p className={styles.total} role="status">
        <span className="figure">{formatCount(texts)}</span>
        <span>{texts === 1 ? 'text will be scheduled' : 'texts will be scheduled'}</span>
      </p>
      <dl className={styles.facts}>
        {firstAt !== null && <Fact label="First">{formatDateTime(firstAt, timeZone)}</Fact>}
        {lastAt !== null && <Fact label="Last">{formatDateTime(lastAt, timeZone)}</Fact>}
        <Fact label="Time Zone">{formatZone(timeZone)}</Fact>
      </dl>
      <div className={styles.counts}>
        <Counts head="By category" rows={categories.map(({ name, texts }) => [name, texts])} />
        <Counts head="By day" rows={days.map(({ day, texts }) => [formatCalendarDay(day), texts])} />
      </div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Counts({ head, rows }: { head: string; rows: readonly (readonly [name: string, texts: number])[] }) {
  return (
    <div>
      <h3>{head}</h3>
      <dl className={styles.list} tabIndex={0}>
        {rows.map(([name, texts]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(texts)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
