import { HouseMark } from './drawings.tsx'
import type { PlainPageInput } from './landing-input.ts'

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
        action: { label: 'Go to the start page', url: '/' },
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

export const plainPageTitle = (input: PlainPageInput): string =>
  input.kind === 'root' ? 'Almanac' : `${wordsOf(input).heading} – Almanac`

/** A page of night outside every tenant, under the upper half of an empty wheel. */
export function PlainPage(input: PlainPageInput) {
  const { heading, text, action } = wordsOf(input)
  return (
    <main className="sky plain">
      <div className="bar">
        <a className="brand" href="/">
          <HouseMark />
          <span>Almanac</span>
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
      <svg className="wheel" viewBox="-400 -400 800 800" aria-hidden="true">
        <circle r="396" />
        <circle r="372" />
        <g className="ticks">
          <circle
            r="384"
            pathLength="360"
            strokeWidth="24"
            strokeDasharray=".16 .84"
            strokeDashoffset=".08"
            opacity=".55"
          />
          <circle
            r="377"
            pathLength="360"
            strokeWidth="38"
            strokeDasharray=".22 4.78"
            strokeDashoffset=".11"
          />
        </g>
        <circle r="358" />
        <circle r="262" />
        <circle r="206" strokeDasharray="1 5" />
        <circle className="moon" cx="-110" cy="-174" r="26" />
      </svg>
    </main>
  )
}
