import { renderToStaticMarkup } from 'react-dom/server'
import { tenantCalls } from './sign-in-calls.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { firstStep, tenantLine } from './sign-in-step.ts'

/**
 * The login of any tenant as it looks before its script has come, for the document that brings it (tools/login-document.ts).
 * Nobody can write into it: what is written would be gone with it.
 */
export function renderLoginFrame(): string {
  const markup = renderToStaticMarkup(
    <SignInLayout companyName="" homeHref="/" line={tenantLine}>
      <SignInScreen
        calls={tenantCalls('')}
        first={firstStep}
        place=""
        tenant={{ customerUrl: '', details: undefined }}
      />
    </SignInLayout>,
  )
  return markup
    .replace(/ autocomplete="[^"]*"/gi, ' autocomplete="off"')
    .replaceAll('<input ', '<input readonly tabindex="-1" ')
}
