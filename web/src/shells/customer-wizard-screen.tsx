import { CustomerWizard, type WizardParts } from '../features/tenants/customer-wizard.tsx'
import { categoriesOf, packagesOf } from './customer-parts.tsx'

const parts: WizardParts = { categories: categoriesOf, packages: packagesOf }

/** A new customer, with what it is to sell. */
export function Component() {
  return <CustomerWizard parts={parts} />
}
