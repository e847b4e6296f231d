/** What app and sandbox agree on in sandbox mode; none of it is a secret. */
export const sandboxAccount = {
  stripeSecretKey: 'sk_test_sandbox',
  stripePublishableKey: 'pk_test_sandbox',
  stripeWebhookSecret: 'whsec_sandbox',
  paypalClientId: 'sandbox-client',
  paypalClientSecret: 'sandbox-secret',
  paypalWebhookId: 'WHSANDBOX',
  twilioAccountSid: 'AC00000000000000000000000000000000',
  twilioAuthToken: 'sandbox-auth-token',
  bounceAddress: 'bounces@almanac.test',
  bounceSecret: 'sandbox-bounce-secret',
  twilioMessagingServiceSid: 'MG00000000000000000000000000000000',
} as const
