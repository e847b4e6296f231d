/** Where a process can be killed: what `crashPoint` names in purchases, automatic ones, and refunds, in the order of each. */
export const purchasePoints = [
  'purchase.before-call',
  'purchase.provider-answered',
  'purchase.in-transaction',
  'purchase.committed',
] as const

/** Of wallets alone, whose money is taken by a call of its own. */
export const takingPoints = ['purchase.before-taking', 'purchase.taken'] as const

/** Before and after those of the purchase that it makes. */
export const automaticPoints = ['auto-purchase.started', ...purchasePoints, 'auto-purchase.charged'] as const

export const refundPoints = [
  'refund.in-transaction',
  'refund.before-call',
  'refund.provider-answered',
  'refund.applied-in-transaction',
  'refund.committed',
] as const

/** Of a text and its deliveries: as it is planned, as each is sent, and as those are looked up that a worker died over. */
export const planPoints = ['plan.claimed', 'plan.charged', 'plan.in-transaction', 'plan.committed'] as const
export const sendPoints = [
  'send.in-transaction',
  'send.claimed',
  'send.provider-answered',
  'send.recorded',
] as const
export const lookUpPoints = ['lost.claimed', 'lost.looked-up'] as const
