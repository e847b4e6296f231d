import { limits } from '@almanac/contract/limits'
import { paths } from '@almanac/contract/pages'
import { getDefaultPayment } from '@almanac/contract/payments'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { cardName } from '../../ui/card-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatMoney, formatTokens } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { leaveDialogFor } from '../../ui/leave-check.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { worthOf } from '../../ui/token-words.ts'
import { useIsSeen } from '../../ui/use-is-seen.ts'
import styles from './auto-purchase-questions.module.css'
import { balanceFalls, sayTerms, whenBought } from './auto-purchase-words.ts'
import { useAutoPurchase } from './use-auto-purchase.ts'
import type { AutoPurchaseChoice, Question } from './use-auto-purchase-choice.ts'

/** What is asked when a package's switch is turned on: for a default payment, or for a yes. */
export function AutoPurchaseQuestions({ choice }: { choice: AutoPurchaseChoice }) {
  const { question } = choice
  return (
    <>
      {question && <Confirmation question={question} choice={choice} />}
      <PaymentMissing opened={choice.isPaymentMissing} onCancel={choice.cancel} />
    </>
  )
}

function PaymentMissing({ opened, onCancel }: { opened: boolean; onCancel: () => void }) {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  return (
    <ConfirmDialog
      opened={opened}
      title="Add a default payment"
      confirmLabel="Go to Profile"
      onConfirm={() => leaveDialogFor(() => void navigate(paths.profile(customerUrl)))}
      onCancel={onCancel}
    >
      <p>
        A package is bought automatically with your default payment, and you have none yet. Add one to your
        profile, then turn auto-purchase on here.
      </p>
    </ConfirmDialog>
  )
}

interface ConfirmationProps {
  question: Question
  choice: AutoPurchaseChoice
}

function Confirmation({ question, choice }: ConfirmationProps) {
  const { offer, terms, former } = question
  const { timeZone, tokenBalance } = useUser()
  const auto = useAutoPurchase().data
  const thresholdTokens = auto?.thresholdToken
  const isSeen = useIsSeen(question, former !== null)
  const replaced = choice.chosen && choice.chosen.id !== offer.id ? choice.chosen.name : null
  return (
    <ConfirmDialog
      opened
      title="Turn on auto-purchase?"
      held={!isSeen || thresholdTokens === undefined}
      onConfirm={choice.agree}
      onCancel={choice.cancel}
    >
      {former && (
        <News>
          It is now {sayTerms(terms)}, and was {sayTerms(former)}. Nothing was turned on yet.
        </News>
      )}
      <Sum question={question} />
      {auto === undefined || thresholdTokens === undefined ? (
        <SkeletonText count={3} label="Loading when it is bought" />
      ) : (
        <>
          <p>
            <strong>{offer.name}</strong> is bought automatically with your default payment each time{' '}
            {balanceFalls(thresholdTokens)}, at most {limits.automaticPurchasesPerDay} times a day. An email
            notice follows.
          </p>
          {tokenBalance <= thresholdTokens && (
            <News>
              You have {formatTokens(tokenBalance)}, so it is bought {whenBought(auto.blockedBy, timeZone)}{' '}
              and {formatMoney(terms.price)} is charged.
            </News>
          )}
        </>
      )}
      <p>
        {replaced && `It takes the place of ${replaced}. `}
        Turn it off at any time, here or on your profile. A higher price is not charged before you agree to
        it.
      </p>
    </ConfirmDialog>
  )
}

function Sum({ question: { offer, terms } }: { question: Question }) {
  const params = useConsumerParams()
  const { data: payment } = useEndpoint(getDefaultPayment, { params })
  const paidWith = payment?.isStripePayment ? cardName(payment) : payment?.isPaypalPayment && 'PayPal'
  return (
    <dl className={styles.sum}>
      <dt>Package</dt>
      <dd>{offer.name}</dd>
      <dt>Price</dt>
      <dd>{formatMoney(terms.price)}</dd>
      <dt>You get</dt>
      <dd>
        {formatTokens(terms.numberOfTokens)} <span>{worthOf(terms.numberOfTokens)}</span>
      </dd>
      <dt>Paid with</dt>
      <dd>{paidWith || '\u00a0'}</dd>
    </dl>
  )
}

function News({ children }: { children: React.ReactNode }) {
  return (
    <div role="alert" className={styles.news}>
      <Icon of={IconAlertCircle} />
      <p>{children}</p>
    </div>
  )
}
