/** Business constants of the specification's section 9, in the units their names say. */
export const limits = {
  shortCodeDigits: 6,
  audioMaxBytes: 15_360_000,
  pictureMaxBytes: 4_096_000,
  svgMaxBytes: 40_960,
  bulkTextMaxBytes: 5_120_000,
  shortTextMaxCharacters: 160,
  supportMessageMaxCharacters: 1000,
  pageSizes: [10, 20, 50],
  defaultPageSize: 20,
  pagerShownAbove: 10,
  searchDebounceMs: 300,
  progressCapPercent: 99,
  errorToastsMax: 5,
  tokensPerReading: 7,
  tokensPerSunburst: 1,
} as const
