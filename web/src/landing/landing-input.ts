import type { Accent } from '@almanac/contract/accent'

/** What the landing page is made of: plain data, gathered by the caller. */
export type LandingInput = {
  tenant: {
    /** The slug: the landing page is `/{url}`. */
    url: string
    companyName: string
    /** Text of the About block; an empty line parts paragraphs. */
    details: string
    /** Both are paths or addresses of images; null where the tenant has none. */
    imageUrl: string | null
    logoUrl: string | null
    supportEmail: string | null
    /** IANA zone of the dates on the page. */
    timeZone: string
    /** The colours that stand in for gold; null leaves gold. */
    accent: Accent | null
    socialLinks?: SocialLink[]
  }
  /** In the order of the page. A sign of the zodiac has the house's drawing, any other category its logo. */
  categories: { name: string; logoSvgUrl?: string | null }[]
  tokenCosts: { reading: number; sunburst: number }
  /** Price of the package of one token, in cents; null leaves the sentence out. */
  singleTokenPriceCents: number | null
  /** The newest reading of each category, newest first, to show the form of one; with none the scale alone is drawn. */
  sampleReadings: SampleReading[]
  /** The Sunburst of each category that was sent last, last first, to quote one; with none the quotation is left out. */
  sampleSunbursts: SampleSunburst[]
  now: Date
  /** Origin of the site, for canonical and social addresses: `https://almanac.example`. */
  publicUrl: string
  assetUrls: AssetUrls
}

/** `sign` is the category's name. */
export type SampleReading = { sign: string; name: string; durationSeconds: number }

export type SampleSunburst = { sign: string; text: string; sentAt: Date }

export type AssetUrls = { besleyFont: string; publicSansFont: string; favicon: string; manifest: string }

/** `network` is a name in small letters, such as `instagram`; one without an icon of its own gets a globe. */
export type SocialLink = { network: string; url: string }

/** Whose page it is. */
export type PageTenant = Pick<LandingInput['tenant'], 'url' | 'companyName' | 'logoUrl' | 'accent'>

/** A page of one thing to say, outside every tenant or where a tenant has none. */
export type PlainPageInput = {
  assetUrls: AssetUrls
} /** `tenant` is the one whose address begins so; null where there is none. */ & (
  | { kind: 'not-found'; tenant: PageTenant | null }
  /** `retryUrl` is the page that failed, `requestId` what support can look up. */
  | { kind: 'error'; retryUrl: string; requestId: string | null }
  /** The root page, where no tenant is at home. */
  | { kind: 'root' }
)

/** A whole document, and its one style sheet as a CSP hash source: `style-src '${styleHash}'`. */
export type RenderedPage = { html: string; styleHash: string }

/** A page that says what is true until an instant, when another day or sign begins. */
export type RenderedLanding = RenderedPage & { validUntil: Date }
