import { paths } from '@almanac/contract/pages'
import { type Customer, getCustomer, listCustomers } from '@almanac/contract/tenants'
import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { refresh } from '../../api/query-client.ts'
import { numberField, useAddressState } from '../../api/use-address-state.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormActions } from '../../ui/form-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { leaveUnasked } from '../../ui/leave-check.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { CustomerForm } from './customer-form.tsx'
import { STEPS, type Step } from './customer-rules.ts'
import styles from './customer-wizard.module.css'
import { NewCustomerForm } from './new-customer-form.tsx'
import { CustomerNotFound } from './one-customer.tsx'
import { useCustomer, wizardPath } from './use-customer.ts'

/** What the second and the third step show of a customer; given by whoever composes the screen. */
export interface WizardParts {
  categories: (customerId: number) => ReactNode
  packages: (customerId: number) => ReactNode
}

const ADDRESS = {
  customer: numberField('customer', 0),
  step: numberField('step', 1, (step) => step <= STEPS.length),
}

/**
 * A new customer in three steps. The first makes it; its address then names it, so that what follows can be left and
 * continued whenever one likes.
 */
export function CustomerWizard({ parts }: { parts: WizardParts }) {
  const [{ customer: customerId, step: asked }] = useAddressState<{ customer: number; step: number }>(ADDRESS)
  const { data: customer, error, isFetching, refetch } = useCustomer(customerId)
  const step = customerId === 0 ? 1 : stepOf(asked as Step, customer)
  const heading = useStepFocus(step)
  if (error?.status === 404) return <CustomerNotFound />
  return (
    <>
      <PageHead
        title="Add Customer"
        text={customer && customerId > 0 ? customer.companyName : undefined}
        back={
          <Button component={Link} to={paths.admin.customers()} kind="bare" icon={IconArrowLeft}>
            All Customers
          </Button>
        }
      />
      <Steps current={step} />
      {customerId > 0 && !customer && !error && <SkeletonText count={6} label="Loading the customer" />}
      {customerId > 0 && !customer && error && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {(customerId === 0 || customer) && (
        <div className={styles.body}>
          <h2 ref={heading} tabIndex={-1} className="sr-only">
            {STEPS[step - 1]?.label}
          </h2>
          <StepBody key={step} step={step} customer={customerId > 0 ? customer : undefined} parts={parts} />
        </div>
      )}
    </>
  )
}

/** The step that is shown; packages wait for a category. */
function stepOf(asked: Step, customer: Customer | undefined): Step {
  return customer?.numberOfCategories === 0 && asked === 3 ? 2 : asked
}

function Steps({ current }: { current: Step }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {STEPS.map(({ step, label }) => (
        <li
          key={step}
          className={classNames(styles.step, step < current && styles.done)}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={styles.number}>
            {step < current ? <Icon of={IconCheck} size={16} /> : step}
            {step < current && <span className="sr-only">{step}, done</span>}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}

interface StepBodyProps {
  step: Step
  /** Undefined of one that is not made yet. */
  customer: Customer | undefined
  parts: WizardParts
}

function StepBody({ step, customer, parts }: StepBodyProps) {
  const navigate = useNavigate()
  const go = (to: string, replace = false) => leaveUnasked(() => void navigate(to, { replace }))
  return (
    <>
      {!customer && (
        // The browser's Back leads to the list from there, and to no second customer.
        <NewCustomerForm onMade={({ id }) => go(wizardPath(id, 2), true)} />
      )}
      {customer && step === 1 && (
        <CustomerForm
          customer={customer}
          saveLabel="Continue"
          skipsUnchanged
          cancel={<CancelLink />}
          onDone={() => go(wizardPath(customer.id, 2))}
        />
      )}
      {customer && step > 1 && (
        <>
          {step === 2 ? parts.categories(customer.id) : parts.packages(customer.id)}
          {customer.numberOfCategories === 0 && (
            <p className="quiet">Add a category to continue: whoever signs up chooses one.</p>
          )}
          <FormActions>
            <Button onClick={() => go(wizardPath(customer.id, step === 2 ? 1 : 2))}>Back</Button>
            <Button
              kind="prime"
              disabled={customer.numberOfCategories === 0}
              onClick={() => {
                void refresh(getCustomer, listCustomers)
                go(step === 2 ? wizardPath(customer.id, 3) : paths.admin.customers())
              }}
            >
              Continue
            </Button>
          </FormActions>
        </>
      )}
    </>
  )
}

function CancelLink() {
  return (
    <Button component={Link} to={paths.admin.customers()}>
      Cancel
    </Button>
  )
}

/** The focus goes to the heading of the step that one has come to, but not on the way into the wizard. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}
