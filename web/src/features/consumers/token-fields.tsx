import { limits } from '@almanac/contract/limits'
import type { ChangeEvent } from 'react'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatCount } from '../../ui/format.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  balanceAfter,
  fieldOf,
  isTokenText,
  otherWay,
  TOKENS_MAX_CHARACTERS,
  type TokenWay,
} from './consumer-rules.ts'
import styles from './consumers.module.css'
import type { useConsumerEdit } from './use-consumer-edit.ts'

const WAYS = [
  ['add', 'Add tokens'],
  ['subtract', 'Subtract tokens'],
] as const

interface TokenFieldsProps {
  edit: Pick<ReturnType<typeof useConsumerEdit>, 'form' | 'balance' | 'way' | 'setWay'>
  disabled: boolean
}

/** The balance before and after, and two fields of which one counts: what is entered in the one empties the other. */
export function TokenFields({ edit: { form, balance, way, setWay }, disabled }: TokenFieldsProps) {
  const after = balanceAfter(way, form.values[fieldOf(way)], balance)

  function enter(as: TokenWay, { target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    if (!isTokenText(target.value)) return
    form.set(fieldOf(as), target.value)
    if (target.value !== '') form.set(fieldOf(otherWay(as)), '')
    setWay(as)
  }
  /** The field that has the focus counts, unless the other one has something in it. */
  function turnTo(as: TokenWay) {
    if (form.values[fieldOf(otherWay(as))] === '') setWay(as)
  }

  return (
    <>
      <Facts>
        <Fact label="Token Balance">{formatCount(balance)}</Fact>
        <Fact label="New Balance" isTotal>
          <output aria-label="New Balance">{after === null ? '–' : formatCount(after)}</output>
        </Fact>
      </Facts>
      <div className={styles.ways}>
        {WAYS.map(([as, label]) => (
          <TextField
            key={as}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            maxLength={TOKENS_MAX_CHARACTERS}
            disabled={disabled}
            {...form.field(fieldOf(as))}
            onFocus={() => turnTo(as)}
            onChange={(event) => enter(as, event)}
          />
        ))}
      </div>
      <TextArea
        label="Reason"
        optional
        rows={2}
        className={styles.reason}
        disabled={disabled}
        counter={(length) => `${formatCount(length)} of ${limits.reasonMaxCharacters} characters`}
        {...form.field('reason')}
      />
    </>
  )
}
