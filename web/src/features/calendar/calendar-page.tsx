import type { Calendar } from '@almanac/contract/calendar'
import { paths } from '@almanac/contract/pages'
import { IconCalendarDue, IconChevronLeft, IconChevronRight, IconListCheck } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatZone } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useIsFrom } from '../../ui/use-media.ts'
import { useToday } from '../../ui/use-today.ts'
import { type CalendarFrame, CalendarFrameProvider } from './calendar-context.ts'
import styles from './calendar-page.module.css'
import { gapWords, hasGaps, type SignDay, signMonthsOf, sumOfGaps } from './calendar-rules.ts'
import { DayDialog } from './day-dialog.tsx'
import { Legend } from './legend.tsx'
import {
  daysOf,
  formatMonth,
  idField,
  isMonth,
  type Month,
  monthField,
  monthOf,
  shiftMonth,
} from './month-rules.ts'
import { SignTable } from './sign-table.tsx'
import { SignWeeks } from './sign-weeks.tsx'
import { useCalendar } from './use-calendar.ts'

type Shown = 'all' | 'gaps'

const ADDRESS = {
  month: monthField,
  shown: wordField<Shown>('show', ['all', 'gaps']),
  signId: idField('sign'),
  textId: idField('text'),
}

interface CalendarPageProps {
  /** A Sunburst in full; given by whoever composes the screen. */
  textInFull: (textId: number, onClose: () => void) => ReactNode
}

/** Calendar: what a month has of readings and Sunbursts, sign by sign and day by day, and what is missing. */
export function CalendarPage({ textInFull }: CalendarPageProps) {
  const thisMonth = monthOf(useToday(useTenantZone()))
  const [{ month: asked, shown, signId, textId }, change] = useAddressState(ADDRESS)
  const month = asked || thisMonth
  const { data, error, isFetching, isPlaceholderData, refetch } = useCalendar(month)
  const turnTo = (next: Month) => change({ month: next === thisMonth ? '' : next })
  return (
    <>
      <PageHead title="Calendar" text={`Days in ${formatZone(useTenantZone())}.`}>
        <MonthTurner month={month} thisMonth={thisMonth} onTurn={turnTo} />
      </PageHead>
      {!data && error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : data ? (
        <MonthOfSigns
          calendar={data}
          isBusy={isPlaceholderData}
          {...{ shown, signId }}
          onShow={(next) => change({ shown: next })}
          onChoose={(next) => change({ signId: next })}
          onTurn={(by) => isMonth(shiftMonth(month, by)) && turnTo(shiftMonth(month, by))}
        />
      ) : (
        <SkeletonRows count={12} label="Loading the calendar" />
      )}
      {textId !== null && textInFull(textId, () => change({ textId: null }, { replace: true }))}
    </>
  )
}

interface MonthTurnerProps {
  month: Month
  thisMonth: Month
  onTurn: (month: Month) => void
}

function MonthTurner({ month, thisMonth, onTurn }: MonthTurnerProps) {
  const [before, after] = [shiftMonth(month, -1), shiftMonth(month, 1)]
  return (
    <div className={styles.turner}>
      <IconButton
        icon={IconChevronLeft}
        label="Previous month"
        disabled={!isMonth(before)}
        onClick={() => onTurn(before)}
      />
      <h2 aria-live="polite">{formatMonth(month)}</h2>
      <IconButton
        icon={IconChevronRight}
        label="Next month"
        disabled={!isMonth(after)}
        onClick={() => onTurn(after)}
      />
      <Button
        icon={IconCalendarDue}
        aria-disabled={month === thisMonth || undefined}
        onClick={() => onTurn(thisMonth)}
      >
        <span className={styles.word}>This Month</span>
      </Button>
    </div>
  )
}

interface MonthOfSignsProps {
  calendar: Calendar
  isBusy: boolean
  shown: Shown
  signId: number | null
  onShow: (shown: Shown) => void
  onChoose: (signId: number) => void
  onTurn: (by: 1 | -1) => void
}

function MonthOfSigns({ calendar, isBusy, shown, signId, onShow, onChoose, onTurn }: MonthOfSignsProps) {
  const isWide = useIsFrom('desktop')
  const { customerUrl } = useTenantParams()
  const [openedDay, setOpenedDay] = useState<Pick<SignDay, 'signId' | 'day'> | null>(null)
  const all = useMemo(() => signMonthsOf(calendar), [calendar])
  const gaps = sumOfGaps(all)
  const months = useMemo(() => (shown === 'gaps' ? all.filter(hasGaps) : all), [all, shown])
  const days = useMemo(() => daysOf(calendar.month), [calendar.month])
  const frame = useFrame(calendar.today, shown, setOpenedDay)
  // As it is by now, also where somebody else changes it.
  const opened = all
    .find(({ sign }) => sign.id === openedDay?.signId)
    ?.days.find(({ day }) => day === openedDay?.day)
  if (all.length === 0) return <EmptyState>There are no categories yet.</EmptyState>
  return (
    <CalendarFrameProvider value={frame}>
      <div className="tools">
        <p className={styles.summary}>{gapWords(gaps)}</p>
        <div className={styles.acts}>
          <Button component={Link} to={paths.operator.rehearsal(customerUrl)} icon={IconListCheck}>
            Rehearsal
          </Button>
          <SegmentedFilter
            label="What is shown"
            options={[
              { value: 'all', label: 'Everything' },
              { value: 'gaps', label: 'Only Gaps' },
            ]}
            value={shown}
            onChange={onShow}
          />
        </div>
      </div>
      {months.length === 0 ? (
        <EmptyState action={<Button onClick={() => onShow('all')}>Show Everything</Button>}>
          {`Nothing is missing in ${formatMonth(calendar.month)}.`}
        </EmptyState>
      ) : isWide ? (
        <SignTable month={calendar.month} {...{ months, days, isBusy, onTurn }} />
      ) : (
        <SignWeeks month={calendar.month} {...{ months, signId, isBusy, onChoose, onTurn }} />
      )}
      <Legend />
      {opened && (
        <DayDialog
          day={opened}
          isOpen={opened.day >= calendar.firstOpenDay}
          onClose={() => setOpenedDay(null)}
        />
      )}
    </CalendarFrameProvider>
  )
}

function useFrame(today: string, shown: Shown, onOpenDay: (day: SignDay) => void): CalendarFrame {
  const { customerUrl } = useTenantParams()
  const timeZone = useTenantZone()
  const { search, state } = useLocation()
  const filled = (state as Pick<CalendarFrame, 'filled'> | null)?.filled ?? null
  const addressOfText = useCallback(
    (textId: number) => {
      const next = new URLSearchParams(search)
      ADDRESS.textId.write(next, textId)
      return `?${next}`
    },
    [search],
  )
  return useMemo(
    () => ({
      customerUrl,
      timeZone,
      today,
      onlyGaps: shown === 'gaps',
      search,
      filled,
      addressOfText,
      onOpenDay,
    }),
    [customerUrl, timeZone, today, shown, search, filled, addressOfText, onOpenDay],
  )
}
