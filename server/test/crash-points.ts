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
