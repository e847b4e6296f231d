import type { ChangeTopic } from '@almanac/contract/events'

/** Which reads show something of a topic, by their paths. */
const PATHS: Record<ChangeTopic, RegExp> = {
  balance:
    /token-transactions|\/profile$|\/packages$|\/payment-histories|\/purchases|\/(revenue|usage|gross-sales)$|\/consumers$|\/consumer-details/,
  audio: /\/audio(\/|$)|\/usage$/,
  texts: /\/short-text(\/|$)|\/deliveries|\/usage$/,
  subscriptions: /\/consumer-categor|\/subscription|\/profile$/,
  packages: /\/packages?(\/|$)/,
  tickets: /\/tickets(\/|$)/,
  profile:
    /\/profile$|\/default-payment|\/customer-details-by-url|\/consumers$|\/consumer-details|\/packages$/,
}

export const ALL_TOPICS = Object.keys(PATHS) as ChangeTopic[]

/** Whether an endpoint's answer may change when something of a topic has. */
export function isAbout(topic: ChangeTopic, endpointPath: string): boolean {
  return PATHS[topic].test(endpointPath)
}
