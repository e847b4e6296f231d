import type { TwilioWorld } from './context.ts'
import { TwilioFailure } from './errors.ts'

/** When the sandbox's account and its service were made. */
const madeAt = new Date('2026-01-05T09:00:00Z')

/** The one messaging service of the account, as `GET /v1/Services/{Sid}` shows it. @throws 404 */
export function showService(world: TwilioWorld, accountSid: string, sid: string) {
  const own = world.options.twilio.messagingServiceSid
  if (!/^MG[0-9a-fA-F]{32}$/.test(sid) || (own !== '' && sid !== own)) {
    throw new TwilioFailure(20404, `The requested resource /Services/${sid} was not found`, 404)
  }
  const url = `https://messaging.twilio.com/v1/Services/${sid}`
  const date = madeAt.toISOString().replace('.000', '')
  const { inboundUrl } = world.options.twilio
  return {
    sid,
    account_sid: accountSid,
    friendly_name: 'Sandbox',
    date_created: date,
    date_updated: date,
    inbound_request_url: inboundUrl === '' ? null : inboundUrl,
    inbound_method: 'POST',
    fallback_url: null,
    fallback_method: 'POST',
    status_callback: null,
    sticky_sender: true,
    mms_converter: true,
    smart_encoding: false,
    scan_message_content: 'inherit',
    fallback_to_long_code: false,
    area_code_geomatch: true,
    synchronous_validation: false,
    validity_period: 36_000,
    url,
    links: { phone_numbers: `${url}/PhoneNumbers` },
    usecase: 'undeclared',
    us_app_to_person_registered: true,
    use_inbound_webhook_on_number: false,
  }
}

/** The account, as `GET /2010-04-01/Accounts/{Sid}.json` shows it to its token; an API key may not look. @throws 401 */
export function showAccount(accountSid: string, user: string) {
  if (user !== accountSid) throw new TwilioFailure(20003, 'Authenticate', 401)
  const path = `/2010-04-01/Accounts/${accountSid}`
  const date = madeAt.toUTCString().replace('GMT', '+0000')
  return {
    auth_token: '********************************',
    date_created: date,
    date_updated: date,
    friendly_name: 'Sandbox',
    owner_account_sid: accountSid,
    sid: accountSid,
    status: 'active',
    subresource_uris: { messages: `${path}/Messages.json` },
    type: 'Full',
    uri: `${path}.json`,
  }
}
