import { useNavigate } from 'react-router'
import { useUser } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount, formatTokens } from '../../ui/format.ts'
import { leaveFor } from '../../ui/leave-check.ts'
import { TokenRow } from '../../ui/token.tsx'
import styles from './charge-dialogs.module.css'
import type { usePlayReading } from './use-play-reading.ts'

/** More discs than this say less than the number does. */
const MOST_DISCS = 14

interface ChargeDialogsProps {
  play: ReturnType<typeof usePlayReading>
  priceTokens: number
}

/** What is asked before a reading plays: whether to use its tokens, or to buy some first. */
export function ChargeDialogs({ play, priceTokens }: ChargeDialogsProps) {
  const { question, isCharging, charge, cancel } = play
  const { tokenBalance } = useUser()
  const tokens = formatTokens(priceTokens)
  return (
    <>
      <ConfirmDialog
        opened={question?.kind === 'confirm'}
        title={`Use ${tokens}?`}
        kind="gold"
        pending={isCharging}
        onConfirm={charge}
        onCancel={cancel}
      >
        <p>
          Do you want to use {tokens} to play <strong>{question?.audio.audioName}</strong>?
        </p>
        {priceTokens <= MOST_DISCS && <TokenRow of={priceTokens} />}
        <dl className={styles.sum}>
          <dt>Available Tokens</dt>
          <dd>{formatCount(tokenBalance)}</dd>
          <dt>After this reading</dt>
          <dd>{formatCount(Math.max(0, tokenBalance - priceTokens))}</dd>
        </dl>
      </ConfirmDialog>
      <BuyTokens
        opened={question?.kind === 'buy-tokens'}
        audioName={question?.audio.audioName ?? ''}
        priceTokens={priceTokens}
        onCancel={cancel}
      />
    </>
  )
}

interface BuyTokensProps {
  opened: boolean
  audioName: string
  priceTokens: number
  onCancel: () => void
}

function BuyTokens({ opened, audioName, priceTokens, onCancel }: BuyTokensProps) {
  const navigate = useNavigate()
  const { tokenBalance, customerUrl } = useUser()
  function buy() {
    onCancel()
    leaveFor(() => void navigate(paths.packages(customerUrl ?? '')))
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Please Purchase Tokens"
      confirmLabel="Purchase Tokens"
      onConfirm={buy}
      onCancel={onCancel}
    >
      <p>
        <strong>{audioName}</strong> costs {formatTokens(priceTokens)}, and you have{' '}
        {formatTokens(tokenBalance)}.
      </p>
      {priceTokens <= MOST_DISCS && (
        <TokenRow of={priceTokens} filled={Math.min(tokenBalance, priceTokens)} />
      )}
    </ConfirmDialog>
  )
}
