import { type AddressField, dayField } from '../../api/use-address-state.ts'

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

/** Fields that say what the list is asked for, as the filter begins. */
export function unedited(days: DateFilter): DateFilterState {
  return { entered: days, applied: days, errors: {} }
}

const from = dayField('from')
const to = dayField('to')

/** The days in the address, `today` where it names none; without a bound is told apart by an empty `from`. */
export function daysField(today: string): AddressField<DateFilter> {
  const onToday = { startDate: today, endDate: today }
  return {
    read(search) {
      const days = { startDate: from.read(search), endDate: to.read(search) }
      if (isCrossed(days)) return onToday
      return days.startDate || days.endDate || search.get('from') === '' ? days : onToday
    },
    write(search, days) {
      const isToday = days.startDate === today && days.endDate === today
      from.write(search, isToday ? '' : days.startDate)
      to.write(search, isToday ? '' : days.endDate)
      if (!days.startDate && !days.endDate) search.set('from', '')
    },
  }
}

function isCrossed({ startDate, endDate }: DateFilter): boolean {
  return startDate !== '' && endDate !== '' && startDate > endDate
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
  if (isCrossed(next)) return { entered: next, applied, errors: { [name]: MESSAGES[name] } }
  return { entered: next, applied: next, errors: {} }
}
