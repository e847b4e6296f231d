import { paths } from '@almanac/contract/pages'
import { EmptyWheel, HouseMark } from './drawings.tsx'
import type { PageTenant, PlainPageInput } from './landing-input.ts'

/** What each page says and the one way on that it offers. */
function wordsOf(input: PlainPageInput): {
  heading: string
  text: string
  action: { label: string; url: string }
} {
  switch (input.kind) {
    case 'not-found':
      return {
        heading: '404 Page Not Found!',
        text: 'There is no page at this address. It may have moved, or the link may be mistyped.',
        action: { label: 'Go to the start page', url: startOf(input.tenant) },
      }
    case 'error':
      return {
        heading: 'This page could not be loaded',
        text: 'Something went wrong on our side, and nothing was changed. Please try again in a minute.',
        action: { label: 'Try again', url: input.retryUrl },
      }
    case 'root':
      return {
        heading: 'Almanac',
        text: 'Readings and Sunbursts live at the address of their own company: open the link your company gave you.',
        action: { label: 'Admin login', url: '/admin/login' },
      }
  }
}

/** Whose brand the page carries; null is the product's own. */
export const tenantOf = (input: PlainPageInput): PageTenant | null =>
  input.kind === 'not-found' ? input.tenant : null

const startOf = (tenant: PageTenant | null): string => (tenant ? paths.landing(tenant.url) : paths.root())

export function plainPageTitle(input: PlainPageInput): string {
  return input.kind === 'root'
    ? 'Almanac'
    : `${wordsOf(input).heading} - ${tenantOf(input)?.companyName ?? 'Almanac'}`
}

/** A page of night under the upper half of an empty wheel; the app's own is `web/src/shells/message-screen.tsx`. */
export function PlainPage(input: PlainPageInput) {
  const { heading, text, action } = wordsOf(input)
  const tenant = tenantOf(input)
  return (
    <main className="sky plain">
      <div className="bar">
        <a className="brand" href={startOf(tenant)}>
          {tenant?.logoUrl ? <img src={tenant.logoUrl} alt="" /> : <HouseMark />}
          <span>{tenant?.companyName ?? 'Almanac'}</span>
        </a>
      </div>
      <div className="hero">
        <h1>{heading}</h1>
        <p className="lede">{text}</p>
        {input.kind === 'error' && input.requestId !== null && (
          <p className="line">Reference: {input.requestId}</p>
        )}
        <p className="acts">
          <a className="btn" href={action.url}>
            {action.label}
          </a>
        </p>
      </div>
      <EmptyWheel className="wheel" />
    </main>
  )
}
