import { describe, expect, test } from 'vitest'
import { secretsFrom } from '../../platform/secrets.ts'
import { referenceOf } from '../messages/index.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { toMail } from './sunburst-message.ts'

const delivery: ClaimedDelivery = {
  id: 7,
  tenantId: 1,
  textId: 2,
  consumerId: 3,
  categoryId: 4,
  medium: 'email',
  recipient: 'stella@mail.example',
  attempts: 1,
  heldSeconds: 0,
  createdAt: new Date('2026-11-17T17:00:00.123Z'),
  disburseAt: new Date('2026-11-17T17:00:00Z'),
  present: new Date('2026-11-17T17:00:01Z'),
  messageName: 'A slow breakfast',
  textContent: 'Let breakfast take an hour.',
  categoryName: 'Leo',
  companyName: 'Aurora Astrology',
  supportEmail: 'help@aurora.example',
  timeZone: 'America/New_York',
  email: 'stella@mail.example',
  isEmailVerified: true,
  smsPhoneNumber: null,
  emailDeadAt: null,
  smsOptedOutAt: null,
  isSubscribed: true,
  isLive: true,
  claimedAtMs: 0,
}
const deps = (address?: string) => ({
  publicUrl: 'https://almanac.example',
  secrets: secretsFrom('x'.repeat(32)),
  config: { MAIL_POSTAL_ADDRESS: address },
})

describe('the letter of a Sunburst', () => {
  test('is named by its number and the millisecond of its making: no other database has that name', () => {
    const { reference } = toMail(deps(), delivery)
    expect(reference).toBe(referenceOf('delivery', delivery))
    expect(toMail(deps(), { ...delivery, attempts: 2 }).reference).toBe(reference)
    const restored = { ...delivery, createdAt: new Date(delivery.createdAt.getTime() + 1) }
    expect(toMail(deps(), restored).reference).not.toBe(reference)
    expect(toMail(deps(), { ...delivery, id: 8 }).reference).not.toBe(reference)
  })

  test('ends with the postal address of who sends it, as text', () => {
    const { text, html } = toMail(deps('Almanac <Inc>, 1 Main St, Boston MA 02110'), delivery)
    expect(text.split('\n').at(-1)).toBe('Almanac <Inc>, 1 Main St, Boston MA 02110')
    expect(html).toContain('Almanac &lt;Inc&gt;, 1 Main St, Boston MA 02110')
    expect(toMail(deps(), delivery).text).toMatch(/Unsubscribe: \S+$/)
  })
})
