import type { AdminCategory } from '@almanac/contract/categories'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { useForm } from '../../../ui/use-form.ts'
import styles from './category-form.module.css'
import type { CategoryValues } from './category-form-rules.ts'

interface MediumFieldsProps {
  form: Pick<ReturnType<typeof useForm<CategoryValues, unknown>>, 'values' | 'field' | 'check' | 'set'>
  category: AdminCategory | null
}

/** How a category is delivered, and what each message or reading costs. What is switched off has no cost. */
export function MediumFields({ form, category }: MediumFieldsProps) {
  const { values, field } = form
  return (
    <fieldset className={styles.mediums}>
      <legend>Delivery Mediums</legend>
      <Medium box={<Checkbox label="Audio" checked disabled readOnly detail="Always enabled" />}>
        <TextField label="Audio Tokens" {...tokens} {...field('audioTokens')} />
      </Medium>
      <Medium
        box={
          <Checkbox
            label="SMS"
            detail={whatEnds(category, 'sms', values.isSmsOn)}
            {...box(form, 'isSmsOn', 'smsTokens')}
          />
        }
      >
        <TextField label="SMS Tokens" {...tokens} disabled={!values.isSmsOn} {...field('smsTokens')} />
      </Medium>
      <Medium
        box={
          <Checkbox
            label="Email"
            detail={whatEnds(category, 'email', values.isEmailOn)}
            {...box(form, 'isEmailOn', 'emailTokens')}
          />
        }
      >
        <TextField label="Email Tokens" {...tokens} disabled={!values.isEmailOn} {...field('emailTokens')} />
      </Medium>
    </fieldset>
  )
}

const tokens = { inputMode: 'numeric', autoComplete: 'off' } as const

function Medium({ box: ticked, children }: { box: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.medium}>
      {ticked}
      {children}
    </div>
  )
}

/** A box that empties the field beside it when it is unticked. */
function box(
  { check, set }: MediumFieldsProps['form'],
  name: 'isSmsOn' | 'isEmailOn',
  cost: 'smsTokens' | 'emailTokens',
) {
  const bound = check(name)
  return {
    ...bound,
    onChange: (event: Parameters<typeof bound.onChange>[0]) => {
      bound.onChange(event)
      if (!event.target.checked) set(cost, '')
    },
  }
}

/** What a person should know before they save a medium off that consumers may receive the category by. */
function whatEnds(
  category: AdminCategory | null,
  medium: 'sms' | 'email',
  isOn: boolean,
): string | undefined {
  const was = category?.deliveryMediums.find(({ name }) => name === medium)
  if (isOn || !was || was.isDisable || category?.subscriberCount === 0) return undefined
  return 'Whoever receives it so is told, and no longer charged.'
}
