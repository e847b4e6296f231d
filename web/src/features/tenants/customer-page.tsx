import type { Customer } from '@almanac/contract/tenants'
import { type ReactNode, Suspense, useState } from 'react'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Tab, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CustomerSummary } from './customer-summary.tsx'
import { OneCustomer, ToCustomers } from './one-customer.tsx'

type TabName = 'info' | 'category' | 'package'

const TABS: readonly Tab<TabName>[] = [
  { value: 'info', label: 'Customer Info' },
  { value: 'category', label: 'Category' },
  { value: 'package', label: 'Package' },
]

const ADDRESS = { tab: wordField<TabName>('tab', ['info', 'category', 'package']) }

/** What the other tabs show of a customer; given by whoever composes the screen. */
export type CustomerTabs = Record<Exclude<TabName, 'info'>, (customerId: number) => ReactNode>

/** One customer: what it is, and what it sells. */
export function CustomerPage({ tabs }: { tabs: CustomerTabs }) {
  return <OneCustomer>{(customer) => <View key={customer.id} customer={customer} tabs={tabs} />}</OneCustomer>
}

function View({ customer, tabs }: { customer: Customer; tabs: CustomerTabs }) {
  const [{ tab }, change] = useAddressState(ADDRESS)
  return (
    <>
      <PageHead title={customer.companyName} back={<ToCustomers />}>
        <Tabs
          label="Customer"
          id="customer"
          tabs={TABS}
          value={tab}
          onChange={(next) => change({ tab: next })}
        />
      </PageHead>
      <Panels customer={customer} tabs={tabs} shown={tab} />
    </>
  )
}

/** A tab is loaded when it is first shown, and keeps its state from then on. */
function Panels({ customer, tabs, shown }: { customer: Customer; tabs: CustomerTabs; shown: TabName }) {
  const [visited, setVisited] = useState<readonly TabName[]>([shown])
  if (!visited.includes(shown)) setVisited([...visited, shown])
  return TABS.map(({ value }) => (
    <TabPanel key={value} id="customer" value={value} shown={value === shown}>
      {visited.includes(value) && (
        <Suspense fallback={<SkeletonRows />}>
          {value === 'info' ? <CustomerSummary customer={customer} /> : tabs[value](customer.id)}
        </Suspense>
      )}
    </TabPanel>
  ))
}
