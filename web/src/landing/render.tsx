import { paths } from '@almanac/contract/pages'
import { paletteRulesFor } from '@almanac/contract/palette'
import { About } from './about.tsx'
import { nextIngress, nextMidnight } from './astronomy.ts'
import baseCss from './base.css?inline'
import { renderDocument, type SocialCard } from './document.tsx'
import { SignSymbols } from './drawings.tsx'
import landingCss from './landing.css?inline'
import type { LandingInput, PlainPageInput, RenderedLanding, RenderedPage } from './landing-input.ts'
import offeringsCss from './offerings.css?inline'
import { Offerings } from './offerings.tsx'
import { PageEnd } from './page-end.tsx'
import { descriptionOf } from './page-text.ts'
import plainCss from './plain.css?inline'
import { PlainPage, plainPageTitle, tenantOf } from './plain-page.tsx'
import signsCss from './signs.css?inline'
import { Signs } from './signs.tsx'
import skyCss from './sky.css?inline'
import { Sky } from './sky.tsx'
import { accentRules, fontFaceRules } from './style-text.ts'
import weekCss from './week.css?inline'
import { Week } from './week.tsx'

export type { LandingInput, PlainPageInput, RenderedLanding, RenderedPage } from './landing-input.ts'

const LANDING_CSS = colored([baseCss, landingCss, skyCss, weekCss, offeringsCss, signsCss].join(''))
const PLAIN_CSS = colored(baseCss + plainCss)

/** A style sheet with the colours that it uses. */
function colored(styleText: string): string {
  return paletteRulesFor(styleText) + styleText
}

/**
 * Renders a tenant's landing page as a whole HTML document without script. The same input gives the same text,
 * and two instants a few minutes apart usually do, so that it can be cached and compared by an ETag.
 * Throws RangeError for an unknown time zone or an accent that is not made of `#RRGGBB`.
 */
export function renderLanding(input: LandingInput): RenderedLanding {
  const card = socialCardOf(input)
  const page = renderDocument({
    title: card.title,
    card,
    assetUrls: input.assetUrls,
    styleText: fontFaceRules(input.assetUrls) + LANDING_CSS + accentRules(input.tenant.accent),
    body: (
      <>
        <SignSymbols />
        <Sky {...input} />
        <main>
          <Week {...input} />
          <Offerings {...input} />
          <Signs {...input} />
          <About {...input} />
        </main>
        <PageEnd {...input} />
      </>
    ),
  })
  return { ...page, validUntil: validUntil(input) }
}

/** When the page says something else by itself: the Sun enters another sign, or another day is today. */
function validUntil({ now, tenant }: LandingInput): Date {
  return new Date(Math.min(nextIngress(now).getTime(), nextMidnight(now, tenant.timeZone).getTime()))
}

/** Renders a page of one thing to say: not found (to be sent as 404), failed to load (503), or the root. */
export function renderPlainPage(input: PlainPageInput): RenderedPage {
  return renderDocument({
    title: plainPageTitle(input),
    card: null,
    assetUrls: input.assetUrls,
    styleText: fontFaceRules(input.assetUrls) + PLAIN_CSS + accentRules(tenantOf(input)?.accent ?? null),
    body: <PlainPage {...input} />,
  })
}

function socialCardOf({ tenant, publicUrl }: LandingInput): SocialCard {
  const image = tenant.imageUrl ?? tenant.logoUrl
  return {
    siteName: tenant.companyName,
    title: `${tenant.companyName}: your week in the sky, read aloud`,
    description:
      descriptionOf(tenant.details) ||
      `Weekly audio readings and daily Sunbursts for your sign, by ${tenant.companyName}.`,
    pageUrl: new URL(paths.landing(tenant.url), publicUrl).href,
    imageUrl: image === null ? null : new URL(image, publicUrl).href,
    isWideImage: tenant.imageUrl !== null,
  }
}
