/**
 * Business constants of the specification's section 9, and every size that the API refuses at, in the units their names
 * say. Whoever needs one reads it here.
 */
export const limits = {
  shortCodeDigits: 6,
  codeLifeMinutes: 10,
  audioMaxBytes: 15_360_000,
  pictureMaxBytes: 4_096_000,
  svgMaxBytes: 40_960,
  bulkTextMaxBytes: 5_120_000,
  bulkTextMaxRecords: 10_000,
  /** A body of JSON, or of a form without files. */
  jsonMaxBytes: 200_000,
  /** One field of a form beside its files. */
  formFieldMaxBytes: 20_000,
  /** An event of a payment provider, which has a few kilobytes. */
  eventMaxBytes: 256_000,
  /** An email that comes back. */
  returnedMailMaxBytes: 1_000_000,
  shortTextMaxCharacters: 160,
  /** Short texts that are added together. */
  shortTextsAtOnceMax: 100,
  supportMessageMaxCharacters: 1000,
  pageSizes: [10, 20, 50],
  defaultPageSize: 20,
  pagerShownAbove: 10,
  searchDebounceMs: 300,
  progressCapPercent: 99,
  /** How long 99 percent stays on screen after the server's answer, and then 100. */
  progressDoneMs: 300,
  errorToastsMax: 5,
  tokensPerReading: 7,
  tokensPerSunburst: 1,
  automaticPurchasesPerDay: 3,
  /** Of a package, and of one message or reading. */
  tokensMax: 1_000_000,
  priceMaxDollars: 100_000,
  sortOrderMax: 100,
  /** What a logo of a company or package is drawn at, in pixels. */
  logoWidthPx: 200,
  logoHeightPx: 100,
  /** Tokens that an admin adds or subtracts at once: seven digits. */
  tokenEditMax: 9_999_999,
  /** What an admin says of why tokens were edited. */
  reasonMaxCharacters: 500,
} as const

/** A limit in the specification's own units: its megabyte has 1,024,000 bytes, its kilobyte 1,024. */
export const limitMegabytes = (maxBytes: number): string => `${maxBytes / 1_024_000}`
export const limitKilobytes = (maxBytes: number): string => `${maxBytes / 1_024}`
