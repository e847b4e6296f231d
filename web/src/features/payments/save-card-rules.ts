import type { SaveCardAnswer } from '@almanac/contract/payments'

/** A card that the provider has read, and the bank's question once there is one. */
export interface CardToSave {
  paymentId: string
  setupId?: string
}

export type SaveCardState =
  /** The form is open; `refusal` says why the last try ended. */
  | { step: 'entering'; refusal: string | null }
  /** The provider reads the card. */
  | { step: 'reading' }
  | { step: 'sending' }
  /** The bank asks the cardholder. */
  | { step: 'challenge'; card: CardToSave; clientSecret: string }
  | { step: 'saved'; payment: Extract<SaveCardAnswer, { message: string }> }

export const UNCONFIRMED_CARD =
  'Your bank has not confirmed the card, so it was not saved. Please try again or use another card.'

/** Where an answer leads. */
export function afterSaveAnswer(card: CardToSave, answer: SaveCardAnswer): SaveCardState {
  if (!('requiresAction' in answer)) return { step: 'saved', payment: answer }
  // Asked a second time: the question was put away without an answer.
  if (card.setupId !== undefined) return { step: 'entering', refusal: UNCONFIRMED_CARD }
  const { clientSecret, setupId } = answer
  return { step: 'challenge', card: { ...card, setupId }, clientSecret }
}

/** Whether nothing may be pressed because the card is being saved. */
export function isSaving({ step }: SaveCardState): boolean {
  return step !== 'entering'
}
