import { type Climate, calmCallbacks, type Storm } from './weather.ts'

type Storms = Climate['storms']

const charges = { provider: 'stripe', method: 'POST', path: '/v1/payment_intents' } as const
const reads = { provider: 'stripe', method: 'GET', path: '/v1/payment_intents' } as const
const customers = { provider: 'stripe', method: 'POST', path: '/v1/customers' } as const

/** The SDK tries three times under one key: a fault of one call it hides, one of three reaches us. */
const ofCards: Storms = [
  { ...charges, kind: 'timeout_before', times: [1, 3] },
  { ...charges, kind: 'timeout_after_success', times: [1, 3] },
  { ...charges, kind: 'reset_before', times: [1, 4] },
  { ...charges, kind: 'reset_after_success', times: [1, 4] },
  { ...charges, kind: 'reset_after_success', times: [3, 6] },
  { ...charges, kind: 'error_500_before', times: [1, 4] },
  { ...charges, kind: 'error_500_after_success', times: [1, 4] },
  { ...charges, kind: 'conflict_409', times: [1, 4] },
  { ...charges, kind: 'rate_limited_429', times: [1, 6] },
  { ...charges, kind: 'latency', times: [2, 6], latencyMs: 2_500 },
  { ...charges, kind: 'decline', times: [1, 2], code: 'insufficient_funds' },
  { ...reads, kind: 'error_500_before', times: [1, 4] },
  { ...reads, kind: 'reset_before', times: [1, 4] },
  { ...customers, kind: 'reset_after_success', times: [1, 4] },
]

/** Orders, which a kept wallet pays at once, and the taking of what was approved. */
const orders = { provider: 'paypal', method: 'POST', path: '/v2/checkout/orders' } as const
const takings = { provider: 'paypal', method: 'POST', path: '/capture' } as const
const looks = { provider: 'paypal', method: 'GET', path: '/v2/checkout/orders' } as const

const breakingOff = (calls: Pick<Storm, 'provider' | 'method' | 'path'>): Storm[] => [
  { ...calls, kind: 'timeout_before', times: [1, 2] },
  { ...calls, kind: 'timeout_after_success', times: [1, 2] },
  { ...calls, kind: 'reset_before', times: [1, 4] },
  { ...calls, kind: 'reset_after_success', times: [1, 4] },
  { ...calls, kind: 'error_500_before', times: [1, 4] },
  { ...calls, kind: 'error_500_after_success', times: [1, 4] },
  { ...calls, kind: 'rate_limited_429', times: [1, 3] },
]

const ofWallets: Storms = [
  { ...takings, kind: 'decline', times: [1, 2], code: 'INSTRUMENT_DECLINED' },
  ...breakingOff(orders),
  ...breakingOff(takings),
  { ...orders, kind: 'latency', times: [2, 6], latencyMs: 2_500 },
  { ...orders, kind: 'token_expired', times: [1, 2] },
  { ...looks, kind: 'error_500_before', times: [1, 4] },
  { ...looks, kind: 'reset_before', times: [1, 4] },
]

const callbacks: Climate['callbacks'] = [
  calmCallbacks,
  { ...calmCallbacks, lose: -1 },
  { ...calmCallbacks, repeat: 4, shuffle: true },
  { ...calmCallbacks, delayMs: 3_000 },
]

/** What befalls the calls to each provider of payments. */
export const climates = {
  cards: { provider: 'stripe', storms: ofCards, callbacks },
  wallets: { provider: 'paypal', storms: ofWallets, callbacks },
} as const
