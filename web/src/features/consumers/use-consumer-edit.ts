import {
  type ConsumerDetails,
  type ConsumerRow,
  listConsumers,
  updateConsumer,
} from '@almanac/contract/consumers'
import { editTokenBalance, listTokenTransactions } from '@almanac/contract/ledger'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fieldRefusal } from '../../api/field-refusal.ts'
import { refresh } from '../../api/query-client.ts'
import { usePhoneParser } from '../../api/use-phone-parser.ts'
import { showToast } from '../../ui/toast-store.ts'
import { type FormErrors, useForm } from '../../ui/use-form.ts'
import {
  balanceChanged,
  type EditKind,
  type EditValues,
  fieldOf,
  NOTHING_YET,
  profileRules,
  type TokenWay,
  tokenRules,
  valuesOf,
} from './consumer-rules.ts'
import { useEdit } from './use-edit.ts'

/** Said under a field, or a question of the form. */
const isTold = ({ code }: ApiError) => code === 'balance_changed' || code === 'subtraction_too_large'

/** The form in which a consumer is edited, of either kind, and what becomes of it. Its input stays when the kind is changed. */
export function useConsumerEdit(
  { id, url }: ConsumerRow,
  details: ConsumerDetails | undefined,
  onDone: () => void,
) {
  const parse = usePhoneParser(true)
  const [kind, setKind] = useState<EditKind>('profile')
  const [way, setWay] = useState<TokenWay>('add')
  /** What the form was opened with: it stays what one looks at, whatever is read again meanwhile. */
  const [opened, setOpened] = useState<ConsumerDetails | null>(null)
  const [balance, setBalance] = useState(0)
  const { course, save } = useEdit()
  const params = { customerUrl: url, consumerId: id }

  const schemas = {
    profile: useMemo(() => profileRules(parse), [parse]),
    tokens: tokenRules(way, balance),
  }
  const form = useForm<EditValues, EditValues>({
    initial: useMemo(() => (opened ? valuesOf(opened) : NOTHING_YET), [opened]),
    schema: schemas[kind],
    onSubmit: (values, { setErrors }) => (kind === 'profile' ? saveProfile : saveTokens)(values, setErrors),
  })
  if (details && !opened) {
    setOpened(details)
    setBalance(details.tokenBalance)
    form.reset(valuesOf(details))
  }

  function finish(message: string) {
    showToast('success', message)
    reload()
    onDone()
  }
  type SetErrors = (errors: FormErrors<EditValues>) => void
  function saveProfile({ email, smsPhoneNumber }: EditValues, setErrors: SetErrors) {
    return save(
      async (idempotencyKey) => {
        const body = { email, smsPhoneNumber }
        finish((await call(updateConsumer, { params, body, idempotencyKey })).message)
      },
      (error) => {
        const refusal = fieldRefusal(error)
        if (refusal) setErrors(refusal)
        return refusal ? null : sentenceOf(error)
      },
    )
  }
  function saveTokens({ reason, ...values }: EditValues, setErrors: SetErrors) {
    const body = {
      numberOfTokens: Number(values[fieldOf(way)]),
      addToken: way === 'add',
      subtractToken: way === 'subtract',
      ...(reason && { reason }),
      expectedTokenBalance: balance,
    }
    return save(
      async (idempotencyKey) => {
        finish((await call(editTokenBalance, { params, body, idempotencyKey, isTold })).message)
      },
      (error) => {
        const { tokenBalance } = error.extra
        if (error.code === 'subtraction_too_large') setErrors({ subtractTokens: error.message })
        if (!isTold(error)) return sentenceOf(error)
        if (typeof tokenBalance !== 'number') return null
        setBalance(tokenBalance)
        return balanceChanged(balance, tokenBalance)
      },
    )
  }

  return { form, course, kind, setKind, opened, balance, way, setWay }
}

const sentenceOf = ({ list, message }: ApiError) => list[0] ?? message

/** Reads anew what shows something of consumers and their tokens. */
export function reload(): void {
  void refresh(listConsumers, listTokenTransactions)
}
