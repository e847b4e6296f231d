import { paths } from '@almanac/contract/pages'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { leaveUnasked } from '../../ui/leave-check.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { CustomerForm } from './customer-form.tsx'
import { OneCustomer } from './one-customer.tsx'

/** Edit Customer; saving leads back to what is shown of it. */
export function Component() {
  return <OneCustomer>{(customer) => <EditCustomer key={customer.id} customer={customer} />}</OneCustomer>
}

function EditCustomer({ customer }: Pick<Parameters<typeof CustomerForm>[0], 'customer'>) {
  const navigate = useNavigate()
  const view = paths.admin.customer(customer.id)
  return (
    <>
      <PageHead
        title="Edit Customer"
        text={customer.companyName}
        back={
          <Button component={Link} to={view} kind="bare" icon={IconArrowLeft}>
            {customer.companyName}
          </Button>
        }
      />
      <CustomerForm
        customer={customer}
        saveLabel="Save"
        cancel={
          <Button component={Link} to={view}>
            Cancel
          </Button>
        }
        onDone={() => leaveUnasked(() => void navigate(view))}
      />
    </>
  )
}
