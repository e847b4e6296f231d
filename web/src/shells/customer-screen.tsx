import { CustomerPage, type CustomerTabs } from '../features/tenants/customer-page.tsx'
import { categoriesOf, packagesOf } from './customer-parts.tsx'

const tabs: CustomerTabs = { category: categoriesOf, package: packagesOf }

/** A customer, with the categories and packages that it sells by. */
export function Component() {
  return <CustomerPage tabs={tabs} />
}
