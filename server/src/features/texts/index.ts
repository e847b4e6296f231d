export type { TextDeps } from './add-short-texts.ts'
export { textRoutes } from './routes.ts'
export { type DueTimes, isMissed, lateFrom } from './rules.ts'
export { advanceText, claimDueText, type DueText, endText } from './store.ts'
