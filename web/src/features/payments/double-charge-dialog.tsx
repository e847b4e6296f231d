import type { OpenPurchase } from '@almanac/contract/payments'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import type { Purchase } from './use-purchase.ts'

/** Asks before a purchase that may be charged beside an earlier one. */
export function DoubleChargeDialog({ purchase }: { purchase: Purchase }) {
  const { state, decide } = purchase
  const pending = state.step === 'asking' ? state.pending : []
  return (
    <ConfirmDialog
      opened={pending.length > 0}
      title="You may be charged twice"
      cancelLabel="Do Not Purchase"
      confirmLabel="Purchase Anyway"
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    >
      {pending.map((open) => (
        <PendingPayment key={open.purchaseId} open={open} />
      ))}
      <p>If it did and you purchase now, you pay for both and get the tokens from both.</p>
    </ConfirmDialog>
  )
}

function PendingPayment({ open }: { open: OpenPurchase }) {
  const timeZone = useOwnZone()
  return (
    <p>
      We are still checking whether your payment of {formatMoney(open.price)} for {open.packageName} went
      through ({formatDateTime(open.createdAt, timeZone)}).
    </p>
  )
}
