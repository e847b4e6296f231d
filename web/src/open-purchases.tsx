import { paths } from '@almanac/contract/pages'
import {
  type CancelAnswer,
  cancelPurchase,
  getReceipt,
  listOpenPurchases,
  type OpenPurchase,
} from '@almanac/contract/payments'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isApiError } from './api/api-error.ts'
import { call } from './api/call.ts'
import { showFailure } from './api/failure-text.ts'
import { refresh } from './api/query-client.ts'
import { updateUser, useConsumerParams } from './api/session.ts'
import { useOwnZone } from './api/tenant-zone.ts'
import { useEndpoint } from './api/use-endpoint.ts'
import styles from './open-purchases.module.css'
import { Button } from './ui/button.tsx'
import { classNames } from './ui/class-names.ts'
import { formatDateTime, formatMoney, formatTokens } from './ui/format.ts'
import { Icon, type IconShape } from './ui/icon.tsx'
import { showToast } from './ui/toast-store.ts'
import { useFocusGoesOn } from './ui/use-focus-goes-on.ts'

interface OpenPurchasesProps {
  /** While a purchase is under way the list stays as it was before it, and nothing in it can be pressed. */
  isHeld?: boolean
  /** Puts the bank's question on this screen; without it the purchase screen does. */
  onConfirm?: (open: OpenPurchase) => void
  /** One was canceled here, or had been paid before it could be. */
  onCanceled?: (answer: CancelAnswer) => void
  /** To go on with one is what the screen is for. */
  isMain?: boolean
}

/**
 * What the person has tried to pay and nobody has settled yet: what is known of it, and how to finish or cancel it. What
 * turns out to be paid while it is on screen stays there, with the way to it.
 */
export function OpenPurchases({ isHeld = false, onConfirm, onCanceled, isMain = false }: OpenPurchasesProps) {
  const params = useConsumerParams()
  const navigate = useNavigate()
  const { data } = useEndpoint(listOpenPurchases, { params }, { staleTimeMs: 0 })
  const shown = useRef(data?.purchases)
  if (!isHeld) shown.current = data?.purchases
  const purchases = shown.current
  const [paid, setPaid] = useState<readonly OpenPurchase[]>([])
  function tellPaid(open: OpenPurchase) {
    showToast('success', wentThrough(open))
    setPaid((before) => [...before.filter(({ purchaseId }) => purchaseId !== open.purchaseId), open])
  }
  useWordOfEnds(purchases, tellPaid)
  const confirm =
    onConfirm ??
    (({ purchaseId }: OpenPurchase) =>
      void navigate(paths.purchase(params.customerUrl), { state: { purchaseId } }))
  return (
    <>
      <Group label="Purchases that went through" purchases={paid}>
        {(one) => <PaidLater open={one} />}
      </Group>
      <Group label="Unfinished purchases" purchases={purchases}>
        {(one) =>
          one.state === 'started' ? (
            <Pending open={one} />
          ) : (
            <Unconfirmed
              open={one}
              isHeld={isHeld}
              isMain={isMain}
              onConfirm={() => confirm(one)}
              onCanceled={onCanceled}
              onPaid={() => tellPaid(one)}
            />
          )
        }
      </Group>
    </>
  )
}

interface GroupProps {
  label: string
  purchases: readonly OpenPurchase[] | undefined
  children: (one: OpenPurchase) => ReactNode
}

function Group({ label, purchases = [], children }: GroupProps) {
  if (purchases.length === 0) return null
  return (
    <section className={styles.open} aria-label={label}>
      <ul>
        {purchases.map((one) => (
          <Entry key={one.purchaseId}>{children(one)}</Entry>
        ))}
      </ul>
    </section>
  )
}

/** It goes away by what is pressed in it, e.g. when it is canceled. */
function Entry({ children }: { children: ReactNode }) {
  return <li ref={useFocusGoesOn<HTMLLIElement>()}>{children}</li>
}

function PaidLater({ open }: { open: OpenPurchase }) {
  const { customerUrl } = useConsumerParams()
  return (
    <>
      <Words open={open} look="paid" icon={IconCircleCheck} head={wentThrough(open)} />
      <Button component={Link} to={paths.receipt(customerUrl, open.purchaseId)}>
        View Receipt
      </Button>
    </>
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
  isMain: boolean
  onConfirm: () => void
  onCanceled: ((answer: CancelAnswer) => void) | undefined
  /** It was paid before it could be canceled. */
  onPaid: () => void
}

function Unconfirmed({ open, isHeld, isMain, onConfirm, onCanceled, onPaid }: UnconfirmedProps) {
  const params = useConsumerParams()
  const [isCanceling, setIsCanceling] = useState(false)

  async function cancel() {
    setIsCanceling(true)
    try {
      const answer = await call(cancelPurchase, { params: { ...params, purchaseId: open.purchaseId } })
      if (answer.isPaid) {
        updateUser({ tokenBalance: answer.tokenBalance })
        onPaid()
      } else showToast('success', answer.message)
      onCanceled?.(answer)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    }
    await refresh('balance')
    setIsCanceling(false)
  }

  const off = isHeld || isCanceling
  const kind = isMain ? 'prime' : 'outline'
  return (
    <>
      {open.approveUrl ? (
        <Words
          open={open}
          head={`${open.paymentMethod} waits for you to approve your payment of ${formatMoney(open.price)}.`}
        >
          Nothing is charged until you approve it. A new purchase cancels it.
        </Words>
      ) : (
        <Words open={open} head={`Your bank has not confirmed your payment of ${formatMoney(open.price)}.`}>
          Nothing is charged until you confirm it. A new purchase cancels it.
        </Words>
      )}
      <div className={styles.acts}>
        {open.approveUrl ? (
          <Button component="a" href={open.approveUrl} kind={kind} disabled={off}>
            Continue to {open.paymentMethod}
          </Button>
        ) : (
          <Button kind={kind} onClick={onConfirm} disabled={off}>
            Confirm Payment
          </Button>
        )}
        <Button kind="bare" onClick={() => void cancel()} disabled={isHeld} pending={isCanceling}>
          Cancel Payment
        </Button>
      </div>
    </>
  )
}

interface WordsProps {
  open: OpenPurchase
  head: string
  look?: 'open' | 'paid'
  icon?: IconShape
  children?: ReactNode
}

function Words({ open, head, look = 'open', icon = IconClock, children }: WordsProps) {
  const timeZone = useOwnZone()
  const when = formatDateTime(open.createdAt, timeZone)
  return (
    <div className={classNames(styles.words, look === 'paid' && styles.paid)}>
      <Icon of={icon} />
      <p className={styles.head}>{head}</p>
      <p>
        {open.packageName}, {formatTokens(open.numberOfTokens)}, {when}
      </p>
      {children && <p>{children}</p>}
    </div>
  )
}

const wentThrough = ({ price, numberOfTokens }: OpenPurchase) =>
  `Your payment of ${formatMoney(price)} went through: you have ${formatTokens(numberOfTokens)} more.`

/** Says how a payment ended that was being found out while it was on screen. */
function useWordOfEnds(purchases: readonly OpenPurchase[] | undefined, onPaid: (open: OpenPurchase) => void) {
  const { customerUrl, consumerId } = useConsumerParams()
  const shown = useRef<readonly OpenPurchase[]>([])
  const tellPaid = useRef(onPaid)
  tellPaid.current = onPaid

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
        // An automatic purchase is announced on every screen already.
        ({ isAutoPurchase }) => isAutoPurchase || tellPaid.current(open),
        (thrown) => {
          const isUnpaid = isApiError(thrown) && thrown.status === 404
          if (isUnpaid) showToast('info', `Your payment of ${formatMoney(open.price)} did not go through.`)
          else showFailure(thrown)
        },
      )
    }
  }, [purchases, customerUrl, consumerId])
}
