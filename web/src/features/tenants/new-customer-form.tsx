import { LOGO_MISSING } from '@almanac/contract/file-refusals'
import { paths } from '@almanac/contract/pages'
import { type Customer, customerBody } from '@almanac/contract/tenants'
import { Link } from 'react-router'
import { useLeaveQuestion } from '../../leave-question.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormFrame } from '../../ui/form-frame.tsx'
import { PasswordPair } from '../../ui/password-pair.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChosenFile } from '../../ui/use-chosen-file.ts'
import { useForm } from '../../ui/use-form.ts'
import { CustomerFields } from './customer-fields.tsx'
import { NEW_CUSTOMER } from './customer-rules.ts'
import { companyLogo } from './logo-field.tsx'
import { useAddCustomer } from './use-save-customer.ts'

/** The wizard's first step: it makes the customer. */
export function NewCustomerForm({ onMade }: { onMade: (customer: Customer) => void }) {
  const logo = useChosenFile(companyLogo)
  const add = useAddCustomer()
  const form = useForm({
    initial: NEW_CUSTOMER,
    schema: customerBody,
    async onSubmit(body, { setErrors }) {
      if (!logo.chosen) return
      const outcome = await add(body, logo.chosen.content)
      if ('made' in outcome) onMade(outcome.made)
      else if (outcome.refused.logo) logo.setProblem(outcome.refused.logo)
      else setErrors(outcome.refused)
    },
  })
  const leaving = useLeaveQuestion(form.changed || logo.chosen !== null || logo.isDrawing, {
    title: 'Leave without saving?',
    text: 'The new customer is not saved yet.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })
  const isHeld = logo.problem !== null || logo.isDrawing

  return (
    <FormFrame
      size="broad"
      onSubmit={(event) => {
        if (!logo.chosen && !isHeld) logo.setProblem(LOGO_MISSING)
        void form.submit(event)
      }}
    >
      <CustomerFields
        form={form}
        logo={logo}
        logoUrl={null}
        url={
          <TextField
            label="Customer Url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="3 to 20 letters, digits or hyphens: the address of its pages. It cannot be changed later."
            {...form.field('url')}
          />
        }
        username={
          <TextField
            label="Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="3 to 16 characters, no spaces. It cannot be changed later."
            {...form.field('username')}
          />
        }
        password={
          <PasswordPair
            labels={['Password', 'Confirm Password']}
            hint="At least 8 characters."
            password={form.field('password')}
            confirmation={form.field('confirmPassword')}
          />
        }
      />
      <FormActions>
        <Button component={Link} to={paths.admin.customers()}>
          Cancel
        </Button>
        <Button
          kind="prime"
          type="submit"
          pending={form.pending}
          disabled={!form.pending && (!form.canSubmit || isHeld)}
        >
          Continue
        </Button>
      </FormActions>
      {leaving.dialog}
    </FormFrame>
  )
}
