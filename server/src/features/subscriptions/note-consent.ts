import { consentWording, type Programme, welcomeText } from '@almanac/contract/consent'
import type { Tx } from '../../platform/database.ts'
import { queueMessage } from '../messages/index.ts'
import { hasRecentSmsConsent, recordConsents } from './consent-store.ts'
import type { Recipient } from './rules.ts'
import type { ChangedMediums, Subscription } from './subscription-store.ts'

/** Later it would come unasked, and perhaps at night. */
const greetWithinSeconds = 1_800

/** A choice on the screen: whose, of what, and from where. */
export interface Choice {
  subscription: Subscription
  recipient: Recipient
  category: { name: string }
  /** The internet address that it came from. */
  address: string
}

/**
 * Records what a choice on the screen agreed to and withdrew, and greets a new subscription to SMS by the terms of the
 * programme: at no charge and at any hour, since it answers what the consumer does at this moment. Who subscribes again
 * within a day has it already.
 */
export async function noteConsent(tx: Tx, choice: Choice, { added, removed }: ChangedMediums): Promise<void> {
  if (added.length + removed.length === 0) return
  const { subscription, recipient, category, address: ipAddress } = choice
  const programme = { companyName: await readCompany(tx, subscription.tenantId), categoryName: category.name }
  const { smsPhoneNumber } = recipient
  const isNew =
    added.includes('sms') &&
    smsPhoneNumber !== null &&
    !(await hasRecentSmsConsent(tx, subscription, smsPhoneNumber))
  const rowOf = (medium: 'sms' | 'email', act: 'given' | 'withdrawn') => ({
    ...subscription,
    ...{ medium, act, ipAddress, source: 'screen' as const },
    recipient: medium === 'sms' ? (smsPhoneNumber ?? '') : recipient.email,
    wording: act === 'given' ? consentWording(medium, programme) : 'Unsubscribed on the screen.',
  })
  await recordConsents(tx, [
    ...added.map((medium) => rowOf(medium, 'given')),
    ...removed.map((medium) => rowOf(medium, 'withdrawn')),
  ])
  if (isNew) await greet(tx, subscription.tenantId, smsPhoneNumber, programme)
}

async function greet(tx: Tx, tenantId: number, number: string, programme: Programme): Promise<void> {
  await queueMessage(tx, {
    tenantId,
    channel: 'sms',
    recipient: number,
    subject: '',
    paragraphs: [welcomeText(programme)],
    companyName: programme.companyName,
    lifeSeconds: greetWithinSeconds,
  })
}

async function readCompany(tx: Tx, tenantId: number): Promise<string> {
  const { companyName } = await tx
    .selectFrom('tenants')
    .select('companyName')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return companyName
}
