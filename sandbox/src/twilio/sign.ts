import type { Sign } from '../webhooks/send-queue.ts'

/** Signs a callback with the SDK's own function, so that `validateRequest` takes it. */
export function signTwilio(authToken: () => string): Sign {
  return async (delivery) => {
    const { default: twilio } = await import('twilio')
    const parameters = Object.fromEntries(new URLSearchParams(delivery.body))
    return {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken(), delivery.url, parameters),
    }
  }
}
