import { dayField, textField, useAddressState, wordField } from '../../api/use-address-state.ts'

export interface AuditFilters {
  /** The id of a tenant; empty of all. */
  customer: string
  /** A part of a name. */
  person: string
  action: string
  /** The first and the last day, both inclusive; empty without a bound. */
  from: string
  to: string
  order: 'newest' | 'oldest'
}

const SEARCH_MAX_CHARACTERS = 100
const id = textField('customer', 10)

const FIELDS = {
  customer: {
    ...id,
    read: (search: URLSearchParams) => (/^\d+$/.test(id.read(search)) ? id.read(search) : ''),
  },
  person: textField('q', SEARCH_MAX_CHARACTERS),
  action: textField('action', 60),
  from: dayField('from'),
  to: dayField('to'),
  order: wordField<AuditFilters['order']>('order', ['newest', 'oldest']),
}

/** What the list is asked for, which stands in the address. */
export function useAuditFilters() {
  return useAddressState<AuditFilters>(FIELDS)
}

/** The same as the server is asked; days in the wrong order are none. */
export function queryOf({ customer, person, action, from, to }: AuditFilters, timeZone: string) {
  const isCrossed = from !== '' && to !== '' && from > to
  return {
    timeZone,
    ...(customer && { customerId: Number(customer) }),
    ...(person.trim() && { searchText: person.trim() }),
    ...(action && { action }),
    ...(from && !isCrossed && { startDate: from }),
    ...(to && !isCrossed && { endDate: to }),
  }
}
