/** Tokens one delivery costs, by medium; the same for every sign of both tenants. */
export const MEDIUM_TOKENS = { audio: 7, sms: 1, email: 1 } as const

/** The twelve signs in the order of the zodiac; `dates` as printed, `logoFile` below `server/demo/`. */
export const CATEGORIES = [
  { name: 'Aries', dates: 'Mar 21 – Apr 19', sortOrder: 1, logoFile: 'signs/aries.svg' },
  { name: 'Taurus', dates: 'Apr 20 – May 20', sortOrder: 2, logoFile: 'signs/taurus.svg' },
  { name: 'Gemini', dates: 'May 21 – Jun 20', sortOrder: 3, logoFile: 'signs/gemini.svg' },
  { name: 'Cancer', dates: 'Jun 21 – Jul 22', sortOrder: 4, logoFile: 'signs/cancer.svg' },
  { name: 'Leo', dates: 'Jul 23 – Aug 22', sortOrder: 5, logoFile: 'signs/leo.svg' },
  { name: 'Virgo', dates: 'Aug 23 – Sep 22', sortOrder: 6, logoFile: 'signs/virgo.svg' },
  { name: 'Libra', dates: 'Sep 23 – Oct 22', sortOrder: 7, logoFile: 'signs/libra.svg' },
  { name: 'Scorpio', dates: 'Oct 23 – Nov 21', sortOrder: 8, logoFile: 'signs/scorpio.svg' },
  { name: 'Sagittarius', dates: 'Nov 22 – Dec 21', sortOrder: 9, logoFile: 'signs/sagittarius.svg' },
  { name: 'Capricorn', dates: 'Dec 22 – Jan 19', sortOrder: 10, logoFile: 'signs/capricorn.svg' },
  { name: 'Aquarius', dates: 'Jan 20 – Feb 18', sortOrder: 11, logoFile: 'signs/aquarius.svg' },
  { name: 'Pisces', dates: 'Feb 19 – Mar 20', sortOrder: 12, logoFile: 'signs/pisces.svg' },
] as const

export type SignName = (typeof CATEGORIES)[number]['name']
