import type { ConsumerCategory } from '@almanac/contract/categories'
import { getConsumerProfile } from '@almanac/contract/profile'
import { subscribe, unsubscribe } from '@almanac/contract/subscriptions'
import { useState } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { showToast } from '../../ui/toast-store.ts'
import {
  type Act,
  costOf,
  DEAD_EMAIL,
  decideAct,
  isChoiceChanged,
  type Medium,
} from './subscription-rules.ts'

export interface SubscriptionForm {
  ticked: readonly Medium[]
  tick: (medium: Medium, isTicked: boolean) => void
  /** What the server refused of a medium, until it is changed. */
  refusals: Partial<Record<Medium, string>>
  /** SMS was chosen, but there is no number that it may go to. */
  isNumberMissing: boolean
  forgetNumberPrompt: () => void
  costTokens: number
  /** Another choice than what is subscribed. */
  isChanged: boolean
  act: Act
  isPending: boolean
  submit: () => Promise<void>
}

const OPTED_OUT =
  'This number has opted out of SMS. From it, text START to the number that your Sunbursts came from to resume.'

/** The prompt to the profile says it. */
const isNumberRefusal = ({ code }: ApiError) => code === 'sms_number_required'

const isMedium = (name: string): name is Medium => name === 'sms' || name === 'email'

/** The choice of one sign's mediums, from what is subscribed now to what is ticked. */
export function useSubscription(sign: ConsumerCategory, onDone: () => void): SubscriptionForm {
  const params = useConsumerParams()
  const { smsPhoneNumber, tokenBalance } = useUser()
  const profile = useEndpoint(getConsumerProfile, { params })
  const subscribed = (sign.subscribedMediums ?? []).filter(isMedium)
  const offered = sign.deliveryMediums.filter(({ isDisable }) => !isDisable)
  const [ticked, setTicked] = useState<readonly Medium[]>(() =>
    subscribed.filter((medium) => offered.some(({ name }) => name === medium)),
  )
  const [refusals, setRefusals] = useState<SubscriptionForm['refusals']>({})
  const [isNumberMissing, setIsNumberMissing] = useState(false)
  /** What is under way: its words stay until the dialog is gone, though what is subscribed has changed by then. */
  const [pendingAct, setPendingAct] = useState<Act | null>(null)
  const isPending = pendingAct !== null
  const costTokens = costOf(offered, ticked)
  const isChanged = isChoiceChanged({ subscribed, ticked })
  const act = pendingAct ?? decideAct({ subscribed, ticked, costTokens, balanceTokens: tokenBalance })

  function tick(medium: Medium, isTicked: boolean) {
    if (medium === 'sms' && isTicked && !smsPhoneNumber) return setIsNumberMissing(true)
    if (medium === 'sms' && isTicked && profile.data?.isSmsOptedOut) return setRefusals({ sms: OPTED_OUT })
    if (medium === 'email' && isTicked && profile.data?.isEmailDead) return setRefusals({ email: DEAD_EMAIL })
    setRefusals({})
    setTicked(isTicked ? [...ticked, medium] : ticked.filter((one) => one !== medium))
  }

  function change() {
    const consumerCategoryId = sign.id
    if (ticked.length > 0) {
      return call(subscribe, {
        params: { ...params, consumerCategoryId },
        body: { mediums: [...ticked], expectedTokens: costTokens },
        isTold: isNumberRefusal,
      })
    }
    return call(unsubscribe, { params: { customerUrl: params.customerUrl, consumerCategoryId } })
  }

  function explain(thrown: unknown) {
    if (!isApiError(thrown)) throw thrown
    if (isNumberRefusal(thrown)) {
      setTicked(ticked.filter((medium) => medium !== 'sms'))
      setIsNumberMissing(true)
    } else if (thrown.code === 'sms_opted_out') {
      setTicked(ticked.filter((medium) => medium !== 'sms'))
      setRefusals({ sms: OPTED_OUT })
    } else if (thrown.code === 'email_dead') {
      setTicked(ticked.filter((medium) => medium !== 'email'))
      setRefusals({ email: DEAD_EMAIL })
    } else if (thrown.code === 'price_changed') {
      // What it costs now is shown then, with the choice as it was.
      void refresh('subscriptions')
    } else if (thrown.code === 'insufficient_tokens') {
      // The balance on screen was an old one.
      void refresh('balance')
    }
  }

  async function submit() {
    if (act.isDisabled || isPending) return
    setPendingAct(act)
    try {
      const { message } = await change()
      await refresh('subscriptions')
      showToast('success', message)
      onDone()
    } catch (thrown) {
      explain(thrown)
    } finally {
      setPendingAct(null)
    }
  }

  return {
    ...{ ticked, tick, refusals, costTokens, isChanged, act, isPending, submit, isNumberMissing },
    forgetNumberPrompt: () => setIsNumberMissing(false),
  }
}
