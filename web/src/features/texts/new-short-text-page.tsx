import { limits } from '@almanac/contract/limits'
import { paths } from '@almanac/contract/pages'
import { addShortTexts } from '@almanac/contract/texts'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { dayField, useAddressState } from '../../api/use-address-state.ts'
import { useAttemptKey } from '../../api/use-attempt-key.ts'
import { useLeaveQuestion } from '../../leave-question.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormActions, FormFrame } from '../../ui/form-frame.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useFocusNextRow } from '../../ui/use-focus-next-row.ts'
import { EntryFields } from './entry-fields.tsx'
import {
  canSaveAll,
  hasInput,
  nextFullHour,
  proposeAfter,
  proposeTime,
  type Schedule,
} from './schedule-rules.ts'
import styles from './texts.module.css'
import { useCategory } from './use-category.ts'
import { useEntries } from './use-entries.ts'
import { useSchedule } from './use-schedule.ts'

const MAX_ENTRIES = limits.shortTextsAtOnceMax

const ADDRESS = { day: dayField('day') }

/**
 * Add New Short Text: any number of texts of one category, saved together. With a `day` in the address the first is proposed
 * for that day, and the way back leads to the calendar that it came from.
 */
export function Component() {
  const categoryId = Number(useParams().categoryId)
  const category = useCategory(categoryId)
  return category === null ? <NoCategory /> : <NewTextsOf categoryId={categoryId} name={category?.name} />
}

function NoCategory() {
  const { customerUrl } = useTenantParams()
  return (
    <>
      <PageHead
        title="Category not found"
        back={
          <Button
            component={Link}
            to={paths.operator.categories(customerUrl)}
            kind="bare"
            icon={IconArrowLeft}
          >
            Categories & Services
          </Button>
        }
      />
      <p>This category does not exist. It may have been deleted.</p>
    </>
  )
}

/** The name of the category is undefined until it is known. */
function NewTextsOf({ categoryId, name }: { categoryId: number; name: string | undefined }) {
  const [{ day }] = useAddressState(ADDRESS)
  const form = useEntries()
  const [isSaved, setIsSaved] = useState(false)
  const isHolding = !isSaved && hasInput(form.entries)
  const leaving = useLeaveQuestion(isHolding, {
    title: 'Leave this page?',
    text: 'Are you sure, you want to move from the current page? All the unsaved changes will be lost.',
    leaveLabel: 'Yes',
    stayLabel: 'No',
  })
  const goBack = useWayBack(categoryId, day)

  // The form of what is saved is not come back to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once what was entered no longer holds one here
  useEffect(() => {
    if (isSaved) goBack({ replace: true })
  }, [isSaved])

  return (
    <>
      <PageHead
        title="Add New Short Text"
        text={name ? forWhat(name, day) : '\u00a0'}
        back={
          <Button
            kind="bare"
            icon={IconArrowLeft}
            onClick={() => (isHolding ? leaving.ask(() => goBack()) : goBack())}
          >
            Back
          </Button>
        }
      />
      <NewTexts form={form} categoryId={categoryId} day={day} onSaved={() => setIsSaved(true)} />
      {leaving.dialog}
    </>
  )
}

function forWhat(name: string, day: string): string {
  return day ? `For ${name}, ${formatCalendarDay(day)}.` : `For ${name}.`
}

/** The calendar as it was, at the day that it was left from; without a day the category's short texts. */
function useWayBack(categoryId: number, day: string) {
  const { customerUrl } = useTenantParams()
  const navigate = useNavigate()
  const came = useLocation().state as { calendarSearch?: string } | null
  return ({ replace = false } = {}) => {
    const [to, state] = day
      ? [
          `${paths.operator.calendar(customerUrl)}${came?.calendarSearch ?? `?month=${day.slice(0, 'YYYY-MM'.length)}`}`,
          { filled: { signId: categoryId, day } },
        ]
      : [paths.operator.category(customerUrl, categoryId), { viewShortTextPage: true }]
    void navigate(to, { state, replace })
  }
}

interface NewTextsProps {
  form: ReturnType<typeof useEntries>
  categoryId: number
  /** For which the first text is proposed; empty for none. */
  day: string
  onSaved: () => void
}

function NewTexts({ form, categoryId, day, onSaved }: NewTextsProps) {
  const params = useTenantParams()
  const { schedule, usualTime, error, isFetching, retry } = useSchedule(categoryId)
  useProposal(form, day, schedule && { schedule, usualTime })
  const [isPending, setIsPending] = useState(false)
  const isSending = useRef(false)
  const attempt = useAttemptKey()
  const { frame, otherwise, leaveRow } = useFocusNextRow<HTMLDivElement, HTMLButtonElement>()
  const { set, leave, remove } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: it finds the row by what never changes
  const acts = useMemo(() => {
    const drop = (key: number) => {
      leaveRow(key)
      remove(key)
    }
    return { set, leave, drop }
  }, [set, leave, remove])
  if (!schedule && error)
    return <ErrorState message={failureText(error)} onRetry={retry} pending={isFetching} />
  if (!schedule) return <SkeletonText count={5} />

  const values = form.entries.map((entry) => entry.values)
  const canSave = canSaveAll(values, schedule)
  const isFull = values.length >= MAX_ENTRIES

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSending.current || !canSave) return
    isSending.current = true
    setIsPending(true)
    try {
      const shortTextList = values.map((entry) => ({
        ...entry,
        disburseDateTime: entry.disburseDateTime ?? '',
      }))
      const body = { shortTextList, consumerCategoryId: categoryId }
      await call(addShortTexts, { params, body, idempotencyKey: attempt.read() })
      showToast('success', 'Short text added successfully.')
      void refresh('texts')
      onSaved()
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      attempt.fail(thrown)
      isSending.current = false
      setIsPending(false)
    }
  }

  return (
    <FormFrame size="whole" onSubmit={save}>
      <div ref={frame} className={styles.entries}>
        {form.entries.map((entry, index) => (
          <EntryFields key={entry.key} {...{ entry, number: index + 1, schedule, acts }} />
        ))}
      </div>
      {form.entries.length === 0 && <EmptyState>There is nothing to save yet.</EmptyState>}
      {isFull && (
        <p className="quiet" role="status">
          {`A form holds ${MAX_ENTRIES} texts at the most. Save these before you add more.`}
        </p>
      )}
      <FormActions>
        <Button
          ref={otherwise}
          icon={IconPlus}
          disabled={isFull}
          onClick={() =>
            form.add(proposeAfter(form.entries.at(-1)?.values.disburseDateTime ?? null, schedule))
          }
        >
          Add new
        </Button>
        <Button kind="prime" type="submit" pending={isPending} disabled={!canSave && !isPending}>
          Save all
        </Button>
      </FormActions>
    </FormFrame>
  )
}

/** Gives the first entry its time once it is known what is usual; what was entered by then stays. */
function useProposal(
  form: ReturnType<typeof useEntries>,
  day: string,
  known: { schedule: Schedule; usualTime: string } | null,
) {
  const isDone = useRef(false)
  const isKnown = Boolean(known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the settings are there
  useLayoutEffect(() => {
    if (isDone.current || !known) return
    isDone.current = true
    const { usualTime, schedule } = known
    const time = day ? proposeTime(day, usualTime, schedule) : nextFullHour(schedule)
    if (time && form.entries[0]?.values.disburseDateTime === null) form.propose(time)
  }, [isKnown])
}
