import { type DeliveryList, getTextReport, type TextReport } from '@almanac/contract/delivery'
import { useId, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatCount, formatTokens } from '../../ui/format.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import styles from './deliveries.module.css'
import { DeliveriesDialog, type OpenedList } from './deliveries-dialog.tsx'
import { countWords, type Figure, type FigureReason, reportFigures, reportReasons } from './delivery-words.ts'

interface DeliveryReportProps {
  textId: number
  messageName: string
  timeZone: string
}

/** What became of a short text: how many messages came how far, why, and what they cost. Each number opens its rows. */
export function DeliveryReport({ textId, messageName, timeZone }: DeliveryReportProps) {
  const titleId = useId()
  const params = { ...useTenantParams(), shortTextId: textId }
  const report = useEndpoint(getTextReport, { params })
  const [opened, setOpened] = useState<OpenedList | null>(null)
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>Deliveries</h3>
        {report.data && <Reach report={report.data} onOpen={setOpened} />}
      </div>
      {report.data ? (
        <Figures report={report.data} timeZone={timeZone} onOpen={setOpened} />
      ) : report.error ? (
        <ErrorState
          message={failureText(report.error)}
          onRetry={() => void report.refetch()}
          pending={report.isFetching}
        />
      ) : (
        <SkeletonText count={5} />
      )}
      {opened && (
        <DeliveriesDialog
          textId={textId}
          messageName={messageName}
          timeZone={timeZone}
          opened={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

type Open = (list: OpenedList) => void

/** How many people, by how many messages, for how many tokens. */
function Reach({ report, onOpen }: { report: TextReport; onOpen: Open }) {
  const { recipients, messages, tokensTaken, tokensReturned } = report
  if (recipients === 0) return null
  const opener = (list: DeliveryList, title: string, words: string) => (
    <TextButton onClick={() => onOpen({ list, title })}>{words}</TextButton>
  )
  return (
    <p>
      To {opener('recipients', 'Subscribers', countWords(recipients, 'subscriber'))} by{' '}
      {opener('messages', 'Messages', countWords(messages, 'message'))}
      {tokensTaken > 0 && <> for {opener('charged', 'Tokens Taken', formatTokens(tokensTaken))}</>}
      {tokensReturned > 0 && (
        <>, {opener('returned', 'Tokens Returned', `${formatCount(tokensReturned)} returned`)}</>
      )}
    </p>
  )
}

function Figures(props: { report: TextReport; timeZone: string; onOpen: Open }) {
  const { report, timeZone, onOpen } = props
  if (report.recipients === 0) return <EmptyState>No one was subscribed when this was sent.</EmptyState>
  const reasons = reportReasons(report)
  return (
    <>
      <ul className={styles.figures}>
        {reportFigures(report, timeZone).map((figure) => (
          <li key={figure.label}>
            <FigureTile figure={figure} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <ul className={styles.reasons} aria-label="Reasons">
          {reasons.map((reason) => (
            <li key={`${reason.fate} ${reason.reason}`}>
              <ReasonLine reason={reason} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A number that opens what it counts; of nothing there is nothing to open. */
function FigureTile({ figure, onOpen }: { figure: Figure; onOpen: Open }) {
  const { list, label, count, meaning } = figure
  const content = (
    <>
      <span>{label}</span>
      <strong>{formatCount(count)}</strong>
      <span>{meaning}</span>
    </>
  )
  if (count === 0) return <div className={`${styles.tile} ${styles.zero}`}>{content}</div>
  return (
    <button type="button" className={styles.tile} onClick={() => onOpen({ list, title: label })}>
      {content}
    </button>
  )
}

function ReasonLine({ reason: line, onOpen }: { reason: FigureReason; onOpen: Open }) {
  const { fate, label, reason, words, count } = line
  return (
    <button
      type="button"
      className={styles.reason}
      onClick={() => onOpen({ list: fate, reason, title: label, about: words })}
    >
      <strong className="num">{formatCount(count)}</strong>
      <span>{label}</span>
      <span>{words}</span>
    </button>
  )
}
