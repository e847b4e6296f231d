import { paths } from '@almanac/contract/pages'
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { Icon, type IconShape } from '../../ui/icon.tsx'
import { PendingTicks } from '../../ui/pending-ticks.tsx'
import styles from './payment-form.module.css'
import { methodOf, type Outcome, type PayMethod, type PurchaseState, pendingWord } from './purchase-rules.ts'
import { useIsLate } from './use-is-late.ts'

const GOES_ON = 'Nothing is charged twice, and this page continues automatically.'
const MAY_BE_LEFT = 'You can leave it: the payment stays listed with the packages.'

interface PurchaseNoticeProps {
  state: PurchaseState
  method: PayMethod
}

/** What there is to say of a purchase, beside the way of paying it was tried with. */
export function PurchaseNotice({ state, method }: PurchaseNoticeProps) {
  const isOurs = methodOf(state) === method
  return (
    <>
      {/* It stands before there is anything to say: what is put into it is read out. */}
      <div role="status" aria-atomic="false" className={styles.told}>
        {isOurs && <Progress state={state} method={method} />}
      </div>
      {isOurs && <Refusal state={state} />}
    </>
  )
}

/** What needs no answer: that it is under way, how long it takes, that an earlier payment went through. */
function Progress({ state, method }: PurchaseNoticeProps) {
  const { customerUrl } = useConsumerParams()
  if (state.step === 'entering' && state.outcome?.kind === 'paid-before') {
    const { text, paidId } = state.outcome
    return (
      <Line look={styles.paid} icon={IconCircleCheck}>
        {text} {paidId && <Link to={paths.receipt(customerUrl, paidId)}>View receipt {paidId}</Link>}
      </Line>
    )
  }
  if (state.step === 'waiting') {
    return (
      <Line look={styles.waiting} icon={IconClock}>
        {`${state.message} ${GOES_ON} ${MAY_BE_LEFT}`}
      </Line>
    )
  }
  // A button says it already where there is one.
  const word = pendingWord(state)
  if (!word) return null
  const isAlone = method === 'finish' || method === 'checkout'
  return (
    <Processing key={word} word={word} isShown={isAlone}>
      {state.step === 'leaving' ? (
        <>
          The page takes long to open. <a href={state.approveUrl}>Open it again</a>
        </>
      ) : (
        `This takes longer than usual. ${GOES_ON}`
      )}
    </Processing>
  )
}

interface ProcessingProps {
  word: string
  isShown: boolean
  /** Said when it takes long. */
  children: ReactNode
}

function Processing({ word, isShown, children }: ProcessingProps) {
  const isLate = useIsLate(true, 0)
  return (
    <>
      <p className={isShown ? styles.processing : 'sr-only'}>
        <PendingTicks />
        {word}
      </p>
      {isLate && (
        <Line look={styles.waiting} icon={IconClock}>
          {children}
        </Line>
      )}
    </>
  )
}

/** What went wrong, said at once. */
function Refusal({ state }: { state: PurchaseState }) {
  if (state.step === 'unanswered') {
    return (
      <div className={styles.refused} role="alert">
        <Icon of={IconAlertCircle} />
        <p>{state.message} Trying again repeats this same payment, so you cannot be charged twice for it.</p>
      </div>
    )
  }
  if (state.step !== 'entering' || !state.outcome || state.outcome.kind === 'paid-before') return null
  return <RefusalText outcome={state.outcome} />
}

/** Takes the focus after a press: the form is above it, and what to change there follows from what it says. */
function RefusalText({ outcome: { kind, text, isUnasked } }: { outcome: Outcome }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isUnasked) line.current?.focus()
  }, [isUnasked])
  return (
    <div
      ref={line}
      tabIndex={-1}
      className={kind === 'refused' ? styles.refused : styles.waiting}
      role="alert"
    >
      <Icon of={IconAlertCircle} />
      <p>{text}</p>
    </div>
  )
}

function Line({ look, icon, children }: { look: string | undefined; icon: IconShape; children: ReactNode }) {
  return (
    <div className={look}>
      <Icon of={icon} />
      <p>{children}</p>
    </div>
  )
}
