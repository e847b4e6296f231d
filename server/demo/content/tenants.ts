/**
 * The demo tenants. `thresholdTokens` is the balance at or below which an automatic purchase fires; `accent` is
 * null for the product's own gold; files are paths below `server/demo/`.
 */
export const TENANTS = [
  {
    slug: 'aurora',
    isDefault: true,
    companyName: 'Aurora Astrology',
    details:
      'We have written for the twelve signs since 1998: first a newspaper column, then a telephone line, now a voice you can carry. Every reading is written by hand in our studio in Marquette, Michigan, on the Monday before it goes out. We do not tell you what will happen. We tell you what week it is, and keep you company in it.',
    supportEmail: 'support@aurora.example',
    timeZone: 'America/New_York',
    thresholdTokens: 2,
    accent: null,
    logoFile: 'images/aurora/logo.png',
    aboutImageFile: 'images/aurora/about.webp',
  },
  {
    slug: 'northstar',
    isDefault: false,
    companyName: 'Northstar Almanac',
    details:
      'Two sisters, one lighthouse radio and a shelf of old almanacs: that is how Northstar began in Astoria, Oregon, in 2011. We read for each sign once a week, plainly and without hurry, and send a short line every morning. If you can find the one star that stays where it is, you can find your way by the rest.',
    supportEmail: 'support@northstar.example',
    timeZone: 'America/Los_Angeles',
    thresholdTokens: 2,
    accent: '#CDA9D8',
    logoFile: 'images/northstar/logo.png',
    aboutImageFile: 'images/northstar/about.webp',
  },
] as const

export type DemoTenantSlug = (typeof TENANTS)[number]['slug']
