/** The days that a list is asked for, both inclusive; empty where no bound is set. */
export interface DateFilter {
  startDate: string
  endDate: string
}

export interface DateFilterState {
  /** What stands in the fields. */
  entered: DateFilter
  /** The last days that made sense: the list is asked for these. */
  applied: DateFilter
  errors: { startDate?: string; endDate?: string }
}

/** One day, as the filter begins. */
export function onDay(day: string): DateFilterState {
  const both = { startDate: day, endDate: day }
  return { entered: both, applied: both, errors: {} }
}

const MESSAGES = {
  startDate: 'Start date can not be after end date',
  endDate: 'End date can not be before start date',
}

/** Another day in one of the fields; the error stands under the one that was changed last. */
export function withDate(
  { entered, applied }: DateFilterState,
  name: keyof DateFilter,
  day: string,
): DateFilterState {
  const next = { ...entered, [name]: day }
  const isCrossed = next.startDate !== '' && next.endDate !== '' && next.startDate > next.endDate
  if (isCrossed) return { entered: next, applied, errors: { [name]: MESSAGES[name] } }
  return { entered: next, applied: next, errors: {} }
}
