import type { SmsCallbacks } from '../../features/delivery/ports.ts'
import type { SmsSender } from '../../features/messages/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { makeFaultReport } from './account-faults.ts'
import { twilioCallbacks } from './callbacks.ts'
import { openTwilio, type TwilioOptions } from './client.ts'
import { isMissing, outcomeOfError, statusOf } from './outcomes.ts'

/** How many of a number's latest messages a look-up goes through. */
const lookUpMax = 100
/** Twilio dates by its own clock, in whole seconds. */
const clockToleranceMs = 60_000

/** Smart encoding replaces quotes, dashes and spaces by plain ones, so that only letters and digits are compared. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** SMS by Twilio's Messages API and its callbacks. The API knows no idempotency key, so that nothing is sent twice here. */
export function createTwilioSms(options: TwilioOptions): SmsSender & SmsCallbacks {
  const open = openTwilio(options)
  const report = makeFaultReport(options.log)
  return {
    async sendSms(sms) {
      assertOutsideTransaction('Twilio')
      const client = await open()
      try {
        const { sid } = await client.messages.create({
          to: sms.to,
          body: sms.text,
          messagingServiceSid: options.messagingServiceSid,
          smartEncoded: true,
          ...(sms.statusCallbackUrl ? { statusCallback: sms.statusCallbackUrl } : {}),
          ...(sms.validitySeconds ? { validityPeriod: sms.validitySeconds } : {}),
        })
        return { kind: 'accepted', providerId: sid }
      } catch (error) {
        report.refused(error, sms)
        return outcomeOfError(error)
      }
    },
    async findSent({ to, text, since }) {
      assertOutsideTransaction('Twilio')
      const client = await open()
      const messages = await client.messages.list({ to, limit: lookUpMax, pageSize: lookUpMax })
      return messages
        .filter(
          ({ direction, body, dateCreated }) =>
            direction === 'outbound-api' &&
            (text === null || lettersOf(body) === lettersOf(text)) &&
            // A message without a date may be the one: it counts as sent, so that it is never sent twice.
            (!dateCreated || dateCreated.getTime() >= since.getTime() - clockToleranceMs),
        )
        .map(({ sid, status, errorCode }) => statusOf(sid, status, errorCode || null))
    },
    async findStatus(providerId) {
      assertOutsideTransaction('Twilio')
      const client = await open()
      try {
        const { sid, status, errorCode } = await client.messages(providerId).fetch()
        return statusOf(sid, status, errorCode || null)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    ...twilioCallbacks(options, report),
  }
}
