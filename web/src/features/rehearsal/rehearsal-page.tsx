import { paths } from '@almanac/contract/pages'
import { type Rehearsal, readRehearsal } from '@almanac/contract/rehearsal'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FootNotes } from '../../ui/foot-notes.tsx'
import { countOf, formatCount, formatDateTime } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DayDialog } from './day-dialog.tsx'
import { FigureRow, figuresOf } from './figure-row.tsx'
import { formatDayName, Reasons } from './rehearsal-parts.tsx'
import { daysOf, type RehearsedDay, reasonsOf, signWords, sumsOf } from './rehearsal-rules.ts'

/** Rehearsal: what the scheduled Sunbursts would come to, day by day, as of now. */
export function Component() {
  const params = useTenantParams()
  const timeZone = useTenantZone()
  const { data, error, isFetching, refetch } = useEndpoint(readRehearsal, { params }, { staleTimeMs: 0 })
  return (
    <>
      <PageHead
        title="Rehearsal"
        text={
          data
            ? `As of ${formatDateTime(data.rehearsedDateTime, timeZone)}. Nothing is sent.`
            : 'What your scheduled Sunbursts would come to. Nothing is sent.'
        }
        back={
          <Button
            component={Link}
            to={paths.operator.calendar(params.customerUrl)}
            kind="bare"
            icon={IconArrowLeft}
          >
            Calendar
          </Button>
        }
      >
        <Button icon={IconRefresh} pending={isFetching && Boolean(data)} onClick={() => void refetch()}>
          Rehearse Again
        </Button>
      </PageHead>
      {data ? (
        <Rehearsed rehearsal={data} timeZone={timeZone} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <SkeletonRows count={10} label="Rehearsing what is scheduled" />
      )}
    </>
  )
}

function Rehearsed({ rehearsal, timeZone }: { rehearsal: Rehearsal; timeZone: string }) {
  const { texts, totalTexts, untilDateTime } = rehearsal
  const [openedDay, setOpenedDay] = useState<string | null>(null)
  const days = daysOf(texts, timeZone)
  const opened = days.find(({ day }) => day === openedDay)
  if (texts.length === 0) {
    return (
      <EmptyState>
        {`Nothing is scheduled until ${formatDateTime(untilDateTime, timeZone)}, so there is nothing to rehearse.`}
      </EmptyState>
    )
  }
  const reasons = reasonsOf(texts)
  return (
    <>
      <FigureRow label="All together" figures={figuresOf(sumsOf(texts))} />
      <Reasons reasons={reasons} />
      <DataTable
        label="Days"
        columns={COLUMNS}
        rows={days}
        isBusy={false}
        rowKey={({ day }) => day}
        rowName={({ day }) => formatDayName(day)}
        onOpen={({ day }) => setOpenedDay(day)}
      />
      {texts.length < totalTexts && (
        <p className="quiet">{`The first ${countOf(texts.length, 'Sunburst')} of ${formatCount(totalTexts)} are shown.`}</p>
      )}
      <FootNotes>
        <p>
          <b>This is what the sender itself would do,</b> by the balances, subscriptions, numbers and costs of
          now, for what is scheduled in the next 30 days. Each Sunburst that is charged leaves less for the
          next.
        </p>
        <p>
          <b>Nobody knows what comes in between.</b> Purchases, automatic ones too, readings played, new
          subscribers and what providers refuse are not in it. Each Sunburst is rehearsed again the day
          before, and its report says afterwards what was different.
        </p>
      </FootNotes>
      {opened && <DayDialog day={opened} timeZone={timeZone} onClose={() => setOpenedDay(null)} />}
    </>
  )
}

const figure = (id: 'sms' | 'email' | 'held' | 'skipped' | 'refused' | 'tokens', head: string) =>
  ({
    id,
    head,
    align: 'right',
    card: (row) => (row[id] === 0 ? 'none' : 'second'),
    cell: (row) => (row[id] === 0 ? <span className="quiet">0</span> : formatCount(row[id])),
  }) satisfies Column<RehearsedDay>

const COLUMNS: readonly Column<RehearsedDay>[] = [
  { id: 'day', head: 'Day', lead: true, unbroken: true, cell: ({ day }) => formatDayName(day) },
  { id: 'signs', head: 'Sunbursts', short: '', quiet: true, cell: ({ texts }) => signWords(texts) },
  figure('sms', 'SMS'),
  figure('held', 'Held'),
  figure('email', 'Email'),
  figure('skipped', 'Skipped'),
  figure('refused', 'Unreachable'),
  figure('tokens', 'Tokens'),
]
