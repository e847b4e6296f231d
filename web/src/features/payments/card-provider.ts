import type { Answer } from '@almanac/contract/endpoint'
import type { getPaymentSettings } from '@almanac/contract/payments'
import type { ReactNode, Ref } from 'react'

export type CardSettings = Answer<typeof getPaymentSettings>['card']

/** What came of reading the fields: the provider's id of the card, or why there is none. */
export type CardReading =
  | { id: string }
  /** `error` where the fields don't say by themselves what is wrong. */
  | { isIncomplete: boolean; error: string | null }

export interface CardReader {
  /** Hands the card to the provider, from whose origin it never comes back. Never rejects. */
  createPaymentMethod(): Promise<CardReading>
}

export interface CardFieldsProps {
  ref: Ref<CardReader>
  disabled: boolean
  onReady: () => void
  /** `error` is one that is on screen, and blocks. */
  onChange: (isComplete: boolean, error: string | null) => void
  /** Enter was pressed inside of the provider's own frame. */
  onSubmit: () => void
}

export interface ChallengeProps {
  clientSecret: string
  /** The question was answered or put away; the server knows which. */
  onEnd: () => void
}

/** The card provider as the browser needs it: fields that keep the number from us, and the bank's question. */
export interface CardProvider {
  renderFields(props: CardFieldsProps): ReactNode
  renderChallenge(props: ChallengeProps): ReactNode
}
