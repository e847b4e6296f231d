export { subscriptionRoutes } from './routes.ts'
export { addressOf, isSmsCountry, type Obstacle, type Recipient } from './rules.ts'
export type { SubscriptionDeps } from './subscribe.ts'
export { endMedium, type Subscription, subscribedMediums } from './subscription-store.ts'
