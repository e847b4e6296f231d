import { paths } from '@almanac/contract/pages'
import {
  type Customer,
  type CustomerEnd,
  deleteCustomer,
  previewCustomerEnd,
} from '@almanac/contract/tenants'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isApiError, isGone } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { leaveUnasked } from '../../ui/leave-check.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './delete-customer-dialog.module.css'
import { forgetCustomer } from './use-customer.ts'

interface DeleteCustomerDialogProps {
  customer: Customer
  onClose: () => void
}

/** Says what the deletion ends, and has the customer's url typed before it is made. */
export function DeleteCustomerDialog({ customer, onClose }: DeleteCustomerDialogProps) {
  const { url, companyName } = customer
  const [typed, setTyped] = useState('')
  const { pending, remove } = useDeletion(customer)
  const isConfirmed = typed.trim().toLowerCase() === url
  return (
    <Dialog
      opened
      title={`Delete ${companyName}?`}
      size="middle"
      dirty={false}
      pending={pending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void remove()
      }}
      actions={
        <>
          <CancelButton />
          <Button kind="danger" type="submit" pending={pending} disabled={!isConfirmed && !pending}>
            Delete Customer
          </Button>
        </>
      }
    >
      <p>
        Its landing page and its logins will no longer be found, and no one will be charged for it anymore.
        Payments and token transactions stay. This cannot be undone, and no other customer can have this url.
      </p>
      <Ends customerId={customer.id} />
      <TextField
        label={`Type ${url} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}

const LINES: readonly { name: keyof CustomerEnd; label: string; note?: string }[] = [
  { name: 'sessions', label: 'People signed in', note: 'They are signed out at once.' },
  {
    name: 'sunbursts',
    label: 'Sunbursts scheduled',
    note: 'They are not sent; tokens held for them go back.',
  },
  { name: 'automaticPurchases', label: 'Automatic purchases', note: 'Nothing more is bought.' },
  {
    name: 'openPurchases',
    label: 'Purchases still open',
    note: 'Each is completed if it was paid, and canceled otherwise.',
  },
]

function Ends({ customerId }: { customerId: number }) {
  const read = useEndpoint(previewCustomerEnd, { params: { customerId } }, { staleTimeMs: 0 })
  const { data, error, isFetching, refetch } = read
  if (!data && error)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
  if (!data) return <SkeletonText count={4} label="Loading what it ends" />
  return (
    <dl className={styles.ends} aria-label="What it ends">
      {LINES.map(({ name, label, note }) => (
        <div key={name}>
          <dt>
            {label}
            {data[name] > 0 && <span>{note}</span>}
          </dt>
          <dd className="num">{formatCount(data[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function useDeletion({ id: customerId, companyName }: Customer) {
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()

  /** Its place in the history is the list's: Back leads to nothing that is gone. */
  function leave() {
    leaveUnasked(async () => {
      await navigate(paths.admin.customers(), { replace: true })
      forgetCustomer(customerId)
    })
  }

  async function remove() {
    setPending(true)
    try {
      const { message } = await call(deleteCustomer, { params: { customerId }, isTold: isGone })
      showToast('success', message)
      leave()
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      if (isGone(thrown)) {
        showToast('info', `${companyName} is deleted.`)
        leave()
      }
    } finally {
      setPending(false)
    }
  }
  return { pending, remove }
}
