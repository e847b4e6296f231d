/** The app's addresses; all of them are written in contract/src/pages.ts, which the server reads too. */
export type { Role } from '@almanac/contract/endpoint'
export { homePath, loginPath, pages as patterns, paths } from '@almanac/contract/pages'
