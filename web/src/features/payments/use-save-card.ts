import { addDefaultCard, updateDefaultCard } from '@almanac/contract/payments'
import { useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../api/call.ts'
import { failureSentence } from '../../api/failure-sentences.ts'
import { useTenantParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { CardReader } from './card-provider.ts'
import { afterSaveAnswer, type CardToSave, type SaveCardState } from './save-card-rules.ts'

type Saved = Extract<SaveCardState, { step: 'saved' }>['payment']

interface SaveCard {
  state: SaveCardState
  /** Reads the card and makes it the default payment. */
  save: (reader: CardReader) => Promise<void>
  /** The bank's question is over, however it ended. */
  endChallenge: () => Promise<void>
}

/** The course of saving a card as the default payment. Saving the same card again does no harm. */
export function useSaveCard(hasDefault: boolean, onSaved: (payment: Saved) => void): SaveCard {
  const params = useTenantParams()
  const [state, setState] = useState<SaveCardState>({ step: 'entering', refusal: null })
  const idempotencyKey = useRef('')
  const endpoint = hasDefault ? updateDefaultCard : addDefaultCard

  async function send(card: CardToSave) {
    setState({ step: 'sending' })
    idempotencyKey.current ||= newIdempotencyKey()
    const input = { params, body: card, idempotencyKey: idempotencyKey.current }
    try {
      const next = afterSaveAnswer(card, await call(endpoint, input))
      setState(next)
      if (next.step === 'saved') onSaved(next.payment)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      // What the server decided is no try to be repeated under the same key.
      if (thrown.status !== 0) idempotencyKey.current = ''
      setState({ step: 'entering', refusal: thrown.list[0] ?? thrown.message })
    }
  }

  return {
    state,
    async save(reader) {
      setState({ step: 'reading' })
      const read = await reader.createPaymentMethod()
      if ('id' in read) return send({ paymentId: read.id })
      if (!read.isIncomplete) showToast('error', failureSentence(endpoint))
      setState({ step: 'entering', refusal: read.error })
    },
    async endChallenge() {
      if (state.step === 'challenge') await send(state.card)
    },
  }
}
