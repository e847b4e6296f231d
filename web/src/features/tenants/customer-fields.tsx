import { timeZones } from '@almanac/contract/time-zones'
import type { ReactNode } from 'react'
import { Across, FormFields } from '../../ui/form-frame.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ChosenFile } from '../../ui/use-chosen-file.ts'
import type { useForm } from '../../ui/use-form.ts'
import styles from './customer-form.module.css'
import type { CustomerValues } from './customer-rules.ts'
import { LogoField } from './logo-field.tsx'

const ZONES = timeZones.map(({ name, label }) => ({ value: name, label }))
const DETAILS_MAX_CHARACTERS = 500

type Bound = Omit<ReturnType<ReturnType<typeof useForm<CustomerValues, unknown>>['field']>, 'name'>

interface CustomerFieldsProps {
  /** Of either kind of customer: what `useForm` gives. */
  form: {
    values: CustomerValues
    field: (name: keyof CustomerValues) => Bound & { name: string }
    phone: (name: keyof CustomerValues) => Bound & { name: string; type: string }
  }
  logo: ChosenFile
  /** The logo that there is. */
  logoUrl: string | null
  /** The address of the company's pages, which only a new one can choose. */
  url: ReactNode
  /** The operator's, the same. */
  username: ReactNode
  /** Of the address that waits for its code, where there is one. */
  emailHint?: string | undefined
  /** After the operator's other fields. */
  password?: ReactNode
}

/** What is asked of a customer, new or not: the company, and the person who signs in for it. */
export function CustomerFields(props: CustomerFieldsProps) {
  const { form, logo, logoUrl, url, username, emailHint, password } = props
  return (
    <>
      <fieldset className={styles.part}>
        <legend>Company</legend>
        <LogoField companyName={form.values.companyName} logoUrl={logoUrl} picture={logo} />
        <FormFields>
          <TextField label="Company Name" autoComplete="off" {...form.field('companyName')} />
          {url}
          <Across>
            <TextArea
              label="Details"
              rows={4}
              hint="What visitors read about the company on its landing page."
              counter={(length) => `${length}/${DETAILS_MAX_CHARACTERS}`}
              {...form.field('details')}
            />
          </Across>
          <TextField
            label="Threshold Token"
            inputMode="numeric"
            autoComplete="off"
            hint="At or below this balance, the package that a consumer chose is bought automatically."
            {...form.field('thresholdToken')}
          />
          <SelectField
            label="Time Zone"
            placeholder="Choose a time zone"
            options={ZONES}
            {...form.field('timeZone')}
          />
        </FormFields>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>Login</legend>
        <FormFields>
          <NameField label="Name" autoComplete="off" {...form.field('fullName')} />
          {username}
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={emailHint}
            {...form.field('email')}
          />
          <TextField label="Mobile Number" autoComplete="off" {...form.phone('contactNumber')} />
          {password}
        </FormFields>
      </fieldset>
    </>
  )
}
