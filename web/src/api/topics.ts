import type { ChangeTopic } from '@almanac/contract/events'

/** Which reads show something of a topic, by their paths. */
const PATHS: Record<ChangeTopic, RegExp> = {
  balance:
    /token-transactions|\/sunbursts(\/|$)|\/profile$|\/packages$|\/auto-purchase$|\/payment-histories|\/purchases|\/consumers$|\/consumer-details/,
  audio: /\/audio(\/|$)|\/calendar$/,
  texts: /\/short-text(\/|$)|\/deliveries|\/calendar$|\/rehearsal$|\/outlook$/,
  subscriptions: /\/consumer-categor|\/subscription|\/profile$|\/outlook$/,
  packages: /\/packages?(\/|$)|\/auto-purchase$|\/gross-sales$/,
  tickets: /\/tickets(\/|$)/,
  profile:
    /\/profile$|\/default-payment|\/customer-details-by-url|\/consumers$|\/consumer-details|\/packages$|\/auto-purchase$/,
  reports: /\/(revenue|usage|gross-sales)$/,
  customers: /^\/v1\/admin\/customers$/,
}

export const ALL_TOPICS = Object.keys(PATHS) as ChangeTopic[]

/** Whether an endpoint's answer may change when something of a topic has. */
export function isAbout(topic: ChangeTopic, endpointPath: string): boolean {
  return PATHS[topic].test(endpointPath)
}
