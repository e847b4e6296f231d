import { paths } from '@almanac/contract/pages'
import { cancelPurchase, getReceipt, listOpenPurchases, type OpenPurchase } from '@almanac/contract/payments'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from './api/api-error.ts'
import { call } from './api/call.ts'
import { showFailure } from './api/failure-text.ts'
import { refresh } from './api/query-client.ts'
import { updateUser, useConsumerParams, useUser } from './api/session.ts'
import { useEndpoint } from './api/use-endpoint.ts'
import styles from './open-purchases.module.css'
import { Button } from './ui/button.tsx'
import { formatDateTime, formatMoney, formatTokens } from './ui/format.ts'
import { Icon } from './ui/icon.tsx'
import { showToast } from './ui/toast-store.ts'

interface OpenPurchasesProps {
  /** While a purchase is under way the list stays as it was before it, and nothing in it can be pressed. */
  isHeld?: boolean
  /** Puts the bank's question on this screen; without it the purchase screen does. */
  onConfirm?: (open: OpenPurchase) => void
  /** One was canceled here, or had been paid before it could be. */
  onCanceled?: () => void
}

/** What the person has tried to pay and nobody has settled yet: what is known of it, and how to finish or cancel it. */
export function OpenPurchases({ isHeld = false, onConfirm, onCanceled }: OpenPurchasesProps) {
  const params = useConsumerParams()
  const navigate = useNavigate()
  const { data } = useEndpoint(listOpenPurchases, { params }, { staleTimeMs: 0 })
  const shown = useRef(data?.purchases)
  if (!isHeld) shown.current = data?.purchases
  const purchases = shown.current
  useWordOfEnds(purchases)
  if (!purchases || purchases.length === 0) return null
  const confirm =
    onConfirm ??
    (({ purchaseId }: OpenPurchase) =>
      void navigate(paths.purchase(params.customerUrl), { state: { purchaseId } }))
  return (
    <section className={styles.open} aria-label="Unfinished purchases">
      <ul>
        {purchases.map((open) => (
          <li key={open.purchaseId}>
            {open.state === 'started' ? (
              <Pending open={open} />
            ) : (
              <Unconfirmed
                open={open}
                isHeld={isHeld}
                onConfirm={() => confirm(open)}
                onCanceled={onCanceled}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pending({ open }: { open: OpenPurchase }) {
  return (
    <Words
      open={open}
      head={`We are checking whether your payment of ${formatMoney(open.price)} went through.`}
    >
      Your tokens arrive as soon as it has. If you purchase again before that, you may be charged twice.
    </Words>
  )
}

interface UnconfirmedProps {
  open: OpenPurchase
  isHeld: boolean
  onConfirm: () => void
  onCanceled: (() => void) | undefined
}

function Unconfirmed({ open, isHeld, onConfirm, onCanceled }: UnconfirmedProps) {
  const params = useConsumerParams()
  const [isCanceling, setIsCanceling] = useState(false)

  async function cancel() {
    setIsCanceling(true)
    try {
      const answer = await call(cancelPurchase, { params: { ...params, purchaseId: open.purchaseId } })
      if (answer.isPaid) updateUser({ tokenBalance: answer.tokenBalance })
      showToast('success', answer.isPaid ? wentThrough(open) : answer.message)
      onCanceled?.()
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    }
    await refresh('balance')
    setIsCanceling(false)
  }

  return (
    <>
      <Words open={open} head={`Your bank has not confirmed your payment of ${formatMoney(open.price)}.`}>
        Nothing is charged until you confirm it. A new purchase cancels it.
      </Words>
      <div className={styles.acts}>
        <Button onClick={onConfirm} disabled={isHeld || isCanceling}>
          Confirm Payment
        </Button>
        <Button kind="bare" onClick={() => void cancel()} disabled={isHeld} pending={isCanceling}>
          Cancel Payment
        </Button>
      </div>
    </>
  )
}

function Words({ open, head, children }: { open: OpenPurchase; head: string; children: ReactNode }) {
  const { timeZone } = useUser()
  const when = formatDateTime(open.createdAt, timeZone ?? undefined)
  return (
    <div className={styles.words}>
      <Icon of={IconClock} />
      <p className={styles.head}>{head}</p>
      <p>
        {open.packageName}, {formatTokens(open.numberOfTokens)}, {when}
      </p>
      <p>{children}</p>
    </div>
  )
}

const wentThrough = ({ price, numberOfTokens }: OpenPurchase) =>
  `Your payment of ${formatMoney(price)} went through: you have ${formatTokens(numberOfTokens)} more.`

/** Says how a payment ended that was being found out while it was on screen. */
function useWordOfEnds(purchases: readonly OpenPurchase[] | undefined) {
  const { customerUrl, consumerId } = useConsumerParams()
  const shown = useRef<readonly OpenPurchase[]>([])

  useEffect(() => {
    if (!purchases) return
    const gone = shown.current.filter(
      ({ purchaseId, state }) =>
        state === 'started' && !purchases.some((one) => one.purchaseId === purchaseId),
    )
    shown.current = purchases
    for (const open of gone) {
      // There is a receipt of what was paid, and of nothing else.
      call(getReceipt, { params: { customerUrl, consumerId, purchaseId: open.purchaseId } }).then(
        () => showToast('success', wentThrough(open)),
        (thrown) => {
          const isUnpaid = isApiError(thrown) && thrown.status === 404
          if (isUnpaid) showToast('info', `Your payment of ${formatMoney(open.price)} did not go through.`)
          else showFailure(thrown)
        },
      )
    }
  }, [purchases, customerUrl, consumerId])
}
