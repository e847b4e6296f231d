import type { DeliverySummary } from '@almanac/contract/texts'

export interface DeliveryFigure {
  label: string
  count: number
  /** What the word means for the consumer and the token. */
  meaning: string
}

/** How far a text has come, in the order an operator asks: what arrived, what did not, what nobody knows. */
export function deliveryFigures(deliveries: DeliverySummary): DeliveryFigure[] {
  const { waiting, delivered, sent, undeliverable, skipped, unknown } = deliveries
  return [
    ...(waiting > 0 ? [{ label: 'Waiting', count: waiting, meaning: 'Not sent yet' }] : []),
    { label: 'Delivered', count: delivered, meaning: 'Reported by the carrier' },
    { label: 'Sent', count: sent, meaning: 'Accepted by the provider' },
    { label: 'Undeliverable', count: undeliverable, meaning: 'Token returned' },
    { label: 'Skipped', count: skipped, meaning: 'Not charged' },
    { label: 'Unknown', count: unknown, meaning: 'Token kept' },
  ]
}

export const mediumWords = { sms: 'SMS', email: 'Email' } as const
