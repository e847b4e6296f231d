import { auditActions } from '@almanac/contract/audit'
import { listCustomers } from '@almanac/contract/tenants'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DateRangeField } from '../../ui/date-time-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import type { EntryOrigin } from '../../ui/use-date-entry.ts'
import styles from './audit.module.css'
import type { AuditFilters } from './use-audit-filters.ts'

interface AuditFilterBarProps {
  filters: AuditFilters
  /** Days begin and end as they do there. */
  timeZone: string
  onChange: (change: Partial<AuditFilters>, options?: { replace: boolean }) => void
}

type Days = [string | null, string | null]

const ACTIONS = Object.entries(auditActions)
  .map(([value, words]) => ({ value, label: `${words.charAt(0).toUpperCase()}${words.slice(1)}` }))
  .sort((one, other) => one.label.localeCompare(other.label))

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** By what the acts are narrowed. */
export function AuditFilterBar({ filters, timeZone, onChange }: AuditFilterBarProps) {
  const { customer, person, action, order } = filters
  return (
    <search className={styles.filters}>
      <div>
        <p className={styles.label} aria-hidden="true">
          Person
        </p>
        <SearchField
          label="Search by Person"
          value={person}
          onSearch={(text) => onChange({ person: text }, { replace: true })}
        />
      </div>
      <SelectField
        label="Customer"
        options={useCustomerOptions(customer)}
        placeholder="All customers"
        value={customer}
        onChange={(event) => onChange({ customer: event.target.value })}
      />
      <SelectField
        label="What"
        options={ACTIONS}
        placeholder="All acts"
        value={action}
        onChange={(event) => onChange({ action: event.target.value })}
      />
      <DaysField filters={filters} timeZone={timeZone} onChange={onChange} />
      <SelectField
        label="Order"
        options={ORDERS}
        value={order}
        onChange={(event) => onChange({ order: event.target.value as AuditFilters['order'] })}
      />
    </search>
  )
}

/** All tenants by name; one that is chosen by the address and none of them any more stays to be seen. */
function useCustomerOptions(chosen: string) {
  const customers = useEndpoint(listCustomers, { query: { noPagination: true } })
  const options = (customers.data?.data ?? []).map(({ id, companyName }) => ({
    value: String(id),
    label: companyName,
  }))
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, label: `Customer ${chosen}` }]
}

/** A first and a last day, or neither; what is half chosen filters nothing yet. */
function DaysField({ filters: { from, to }, timeZone, onChange }: AuditFilterBarProps) {
  const [entered, setEntered] = useState<Days | null>(null)
  const isCrossed = entered?.[0] && entered[1] ? entered[0] > entered[1] : false

  function enter(days: Days, { isTyped }: EntryOrigin) {
    const [first, last] = days
    const isWhole = first !== null && last !== null && first <= last
    const isNone = first === null && last === null
    if (isWhole || isNone) onChange({ from: first ?? '', to: last ?? '' }, { replace: isTyped })
    setEntered(isWhole || isNone ? null : days)
  }

  return (
    <DateRangeField
      label="First and last day"
      value={entered ?? [from || null, to || null]}
      timeZone={timeZone}
      error={isCrossed ? 'End date can not be before start date' : undefined}
      onChange={enter}
    />
  )
}
