import { createHash, randomUUID } from 'node:crypto'

/** What the name of a purchase at its provider says, so that it can be told by that alone. */
export interface Referred {
  tenantId: number
  consumerId: number
  packageId: number
  numberOfTokens: number
  isAutoPurchase: boolean
}

interface ToRefer extends Omit<Referred, 'isAutoPurchase'> {
  isAutoPurchase?: boolean
  idempotencyKey: string | null
}

/**
 * A purchase's name at its provider, at most 127 characters, which every provider takes. A click repeated under its key has the same
 * name again, also where the database was restored and knows nothing of the first: the provider charges it once.
 */
export function makeReference(purchase: ToRefer): string {
  const { tenantId, consumerId, packageId, numberOfTokens, isAutoPurchase = false, idempotencyKey } = purchase
  const own = idempotencyKey === null ? randomUUID() : digest(`${consumerId}:${idempotencyKey}`)
  const kind = isAutoPurchase ? 'automatic' : 'purchase'
  return `${kind}-${tenantId}-${consumerId}-${packageId}-${numberOfTokens}-${own}`
}

/** Reads such a name; null for any other, those of older versions included. */
export function readReference(reference: string): Referred | null {
  const [, kind, ...ids] =
    /^(purchase|automatic)-(\d{1,9})-(\d{1,9})-(\d{1,9})-(\d{1,9})-[0-9a-f-]{32,36}$/.exec(reference) ?? []
  if (kind === undefined) return null
  const [tenantId = 0, consumerId = 0, packageId = 0, numberOfTokens = 0] = ids.map(Number)
  return { tenantId, consumerId, packageId, numberOfTokens, isAutoPurchase: kind === 'automatic' }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
