import { type Customer, customerContent, customerUpdateBody } from '@almanac/contract/tenants'
import type { ReactNode } from 'react'
import { useExpected } from '../../api/use-expected.ts'
import { useLeaveQuestion } from '../../leave-question.tsx'
import { Button } from '../../ui/button.tsx'
import { ChangedFacts } from '../../ui/changed-note.tsx'
import { FormActions, FormFrame } from '../../ui/form-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChosenFile } from '../../ui/use-chosen-file.ts'
import { useForm } from '../../ui/use-form.ts'
import { CustomerFields } from './customer-fields.tsx'
import { contentOf, factsOf, valuesOf } from './customer-rules.ts'
import { companyLogo } from './logo-field.tsx'
import { updateCustomerWith } from './use-save-customer.ts'

interface CustomerFormProps {
  customer: Customer
  /** What saves: Save, or Continue in the wizard. */
  saveLabel: string
  /** What leads elsewhere without saving. */
  cancel: ReactNode
  /** Once it is saved; in the wizard also where there was nothing to save. */
  onDone: () => void
  /** Whether a form that nobody has changed is done without a call. */
  skipsUnchanged?: boolean
}

/** Changes a customer that is there. Its url and its operator's username stay. */
export function CustomerForm(props: CustomerFormProps) {
  const { customer, saveLabel, cancel, onDone, skipsUnchanged = false } = props
  const logo = useChosenFile(companyLogo)
  const { expected, meanwhile, note } = useExpected(customerContent, contentOf(customer))
  const isChanged = () => form.changed || logo.chosen !== null
  const form = useForm({
    initial: valuesOf(customer),
    schema: customerUpdateBody,
    async onSubmit(body, { setErrors }) {
      if (skipsUnchanged && !isChanged()) return onDone()
      const refused = await updateCustomerWith(customer.id, { ...body, expected }, logo.chosen?.content, note)
      if (!refused) onDone()
      else if (refused.logo) logo.setProblem(refused.logo)
      else setErrors(refused)
    },
  })
  const leaving = useLeaveQuestion(isChanged() || logo.isDrawing, {
    title: 'Leave without saving?',
    text: 'Your changes to this customer are not saved yet.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })
  const isHeld = logo.problem !== null || logo.isDrawing

  return (
    <FormFrame size="broad" onSubmit={form.submit}>
      <CustomerFields
        form={form}
        logo={logo}
        logoUrl={customer.logoUrl}
        url={
          <TextField label="Customer Url" value={customer.url} readOnly hint="The url cannot be changed." />
        }
        username={
          <TextField
            label="Username"
            value={customer.username}
            readOnly
            hint="The username cannot be changed."
          />
        }
        emailHint={
          customer.unverifiedEmail === null
            ? 'A new address works once its owner has entered the code that is mailed to it.'
            : `Unverified. Until then ${customer.email} is used.`
        }
      />
      {meanwhile && (
        <ChangedFacts thing="customer" was={factsOf(meanwhile.was)} now={factsOf(meanwhile.now)} />
      )}
      <FormActions>
        {cancel}
        <Button
          kind="prime"
          type="submit"
          pending={form.pending}
          disabled={!form.pending && (!form.canSubmit || isHeld)}
        >
          {saveLabel}
        </Button>
      </FormActions>
      {leaving.dialog}
    </FormFrame>
  )
}
