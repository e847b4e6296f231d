import { paths } from '@almanac/contract/pages'
import { adminCalls } from './sign-in-calls.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { firstStep } from './sign-in-step.ts'

/** The admin's sign-in and password reset. */
export function Component() {
  return (
    <SignInLayout
      companyName="Almanac"
      homeHref={paths.root()}
      line="The platform’s desk: customers, consumers and the ledger."
    >
      <SignInScreen calls={adminCalls} place="admin" first={firstStep} tenant={null} />
    </SignInLayout>
  )
}
