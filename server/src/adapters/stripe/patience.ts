/** How long a call is waited for, and how often it is tried, by what it does. */
export interface Patience {
  /** The issuer is asked, which may take ten seconds and more. */
  charge: { timeout: number; maxNetworkRetries: number }
  /** Comes again by itself, ever later: one attempt is enough. */
  lookUp: { timeout: number; maxNetworkRetries: number }
}
