import type { SmsRecord } from '../state/records.ts'
import { TwilioFailure } from './errors.ts'

type Fate = SmsRecord['fate']

/** Twilio's magic numbers (www.twilio.com/docs/iam/test-credentials): refused in the answer. */
const magicRecipients: Record<string, [code: number, message: string]> = {
  '+15005550001': [21211, "Invalid 'To' Phone Number: +1500555XXXX"],
  '+15005550002': [
    21612,
    "Message cannot be sent with the current combination of 'To' (+15005550002) and/or 'From' parameters",
  ],
  '+15005550003': [
    21408,
    "Permission to send an SMS or MMS has not been enabled for the region indicated by the 'To' number: +15005550003",
  ],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, 'To number: +1500555XXXX is not a mobile number'],
}

const magicSenders: Record<string, [code: number, message: string]> = {
  '+15005550001': [
    21212,
    "The 'From' number +15005550001 is not a valid phone number, shortcode, or alphanumeric sender ID.",
  ],
  '+15005550007': [
    21606,
    "The 'From' phone number provided (+15005550007) is not a valid message-capable Twilio phone number for this destination.",
  ],
  '+15005550008': [21611, "This 'From' number has exceeded the maximum number of queued messages"],
}

/** The sandbox's own: any area code, exchange 555, these last four digits; accepted, then not delivered. */
const fates: Record<string, Fate> = {
  '0131': { status: 'undelivered', errorCode: 30022 },
  '0132': { status: 'failed', errorCode: 30610 },
  '0133': { status: 'undelivered', errorCode: 30034 },
  '0130': { status: 'undelivered', errorCode: 30003 },
  '0135': { status: 'undelivered', errorCode: 30005 },
  '0136': { status: 'undelivered', errorCode: 30006 },
  '0137': { status: 'undelivered', errorCode: 30007 },
  '0138': { status: 'undelivered', errorCode: 30008 },
  '0139': { status: 'sent', errorCode: null },
}

/** What the error codes mean, for Twilio's `error_message`. */
export const errorMessages: Record<number, string> = {
  21610: 'Attempt to send to unsubscribed recipient',
  30022: 'US A2P 10DLC - Rate Limits Exceeded',
  30034: 'US A2P 10DLC - Message from an Unregistered Number',
  30036: 'Validity Period Expired',
  30610: 'Message sent outside of the permitted hours at the recipient',
  30003: 'Unreachable destination handset',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
}

/** @throws 21211 and its kin for a number that nothing can be sent to */
export function checkRecipient(to: string): void {
  const magic = magicRecipients[to]
  if (magic) throw new TwilioFailure(magic[0], magic[1])
  if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new TwilioFailure(21211, `Invalid 'To' Phone Number: ${to}`)
  if (to.startsWith('+1') && !/^\+1[2-9]\d{2}[2-9]\d{6}$/.test(to)) {
    throw new TwilioFailure(21211, `Invalid 'To' Phone Number: ${to}`)
  }
}

/** @throws 21212 and its kin */
export function checkSender(from: string): void {
  const magic = magicSenders[from]
  if (magic) throw new TwilioFailure(magic[0], magic[1])
  if (!/^\+[1-9]\d{6,14}$/.test(from)) {
    throw new TwilioFailure(
      21212,
      `The 'From' number ${from} is not a valid phone number, shortcode, or alphanumeric sender ID.`,
    )
  }
}

/** How a message to this number ends. */
export function fateOf(to: string): Fate {
  const tail = /^\+1\d{3}555(\d{4})$/.exec(to)?.[1] ?? ''
  return fates[tail] ?? { status: 'delivered', errorCode: null }
}

const gsmUnits = (body: string): number | null => {
  const basic =
    /^[\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/
  if (!basic.test(body)) return null
  return body.length + (body.match(/[\^{}\\[~\]|€]/g)?.length ?? 0)
}

/** SMS segments: 160 GSM-7 units or 70 UCS-2 ones in a single, 153 or 67 in each of several. */
export function countSegments(body: string): number {
  const units = gsmUnits(body)
  if (units !== null) return units <= 160 ? 1 : Math.ceil(units / 153)
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67)
}
