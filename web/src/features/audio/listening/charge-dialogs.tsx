import { paths } from '@almanac/contract/pages'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '../../../api/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatCount, formatTokens } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { leaveFor } from '../../../ui/leave-check.ts'
import { TokenRow } from '../../../ui/token.tsx'
import { useIsSeen } from '../../../ui/use-is-seen.ts'
import { keepWantedReading } from '../../../wanted-reading.ts'
import styles from './charge-dialogs.module.css'
import type { Question, usePlayReading } from './use-play-reading.ts'

/** More discs than this say less than the number does. */
const MOST_DISCS = 14

/** What follows from a charge that leaves this balance, in tokens. */
export type ChargeNote = (balanceTokens: number) => ReactNode

interface ChargeDialogsProps {
  play: ReturnType<typeof usePlayReading>
  /** The sign whose list the reading stands in. */
  categoryId: number
  chargeNote?: ChargeNote
}

/** What is asked before a reading plays: whether to use its tokens, or to buy some first. */
export function ChargeDialogs({ play, categoryId, chargeNote }: ChargeDialogsProps) {
  const { question, isCharging, charge, cancel } = play
  if (!question) return null
  if (question.kind === 'buy-tokens')
    return <BuyTokens question={question} categoryId={categoryId} onCancel={cancel} />
  return (
    <UseTokens
      question={question}
      pending={isCharging}
      chargeNote={chargeNote}
      onConfirm={charge}
      onCancel={cancel}
    />
  )
}

interface UseTokensProps {
  question: Question
  pending: boolean
  chargeNote: ChargeNote | undefined
  onConfirm: () => void
  onCancel: () => void
}

function UseTokens({ question, pending, chargeNote, onConfirm, onCancel }: UseTokensProps) {
  const { audio, priceTokens } = question
  const { tokenBalance } = useUser()
  const isSeen = useIsSeen(question, question.news !== undefined)
  const tokens = formatTokens(priceTokens)
  const balanceAfter = Math.max(0, tokenBalance - priceTokens)
  return (
    <ConfirmDialog
      opened
      title={`Use ${tokens}?`}
      kind="gold"
      pending={pending}
      held={!isSeen}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <News of={question} />
      <p>
        Do you want to use {tokens} to play <strong>{audio.audioName}</strong>?
      </p>
      {priceTokens <= MOST_DISCS && <TokenRow of={priceTokens} />}
      <dl className={styles.sum}>
        <dt>Available Tokens</dt>
        <dd>{formatCount(tokenBalance)}</dd>
        <dt>After this reading</dt>
        <dd>{formatCount(balanceAfter)}</dd>
      </dl>
      {chargeNote?.(balanceAfter)}
    </ConfirmDialog>
  )
}

/** What changed since the reading was asked for. */
function News({ of: { news, priceTokens } }: { of: Question }) {
  if (!news) return null
  const price = `${formatCount(priceTokens)} ${priceTokens === 1 ? 'token' : 'tokens'}`
  const what = news === 'price-changed' ? `This reading now costs ${price}.` : 'Your audio session is over.'
  return (
    <div role="alert" className={styles.news}>
      <Icon of={IconAlertCircle} />
      <p>{what} Nothing was charged.</p>
    </div>
  )
}

interface BuyTokensProps {
  question: Question
  categoryId: number
  onCancel: () => void
}

function BuyTokens({ question, categoryId, onCancel }: BuyTokensProps) {
  const { audio, priceTokens } = question
  const navigate = useNavigate()
  const { tokenBalance, customerUrl } = useUser()
  function buy() {
    onCancel()
    if (customerUrl) keepWantedReading({ customerUrl, categoryId, audioName: audio.audioName })
    leaveFor(() => void navigate(paths.packages(customerUrl ?? '')))
  }
  return (
    <ConfirmDialog
      opened
      title="Please Purchase Tokens"
      confirmLabel="Purchase Tokens"
      onConfirm={buy}
      onCancel={onCancel}
    >
      <News of={question} />
      <p>
        <strong>{audio.audioName}</strong> costs {formatTokens(priceTokens)}, and you have{' '}
        {formatTokens(tokenBalance)}.
      </p>
      {priceTokens <= MOST_DISCS && (
        <TokenRow of={priceTokens} filled={Math.min(tokenBalance, priceTokens)} />
      )}
    </ConfirmDialog>
  )
}
