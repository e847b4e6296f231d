/** The programme that a consumer joins: whose it is, and which sign. */
export interface Programme {
  companyName: string
  categoryName: string
}

const terms = 'Msg frequency: about 1 a day. Msg & data rates may apply. Reply STOP to end, HELP for help.'

/**
 * What the screen says that a consumer agrees to by subscribing, word for word as it is kept as the record of that. The
 * address is not in it: it stands beside it on the screen, and in the record.
 */
export function consentWording(medium: 'sms' | 'email', { companyName, categoryName }: Programme): string {
  return medium === 'sms'
    ? `By subscribing to SMS you agree to recurring automated texts with ${categoryName} Sunbursts from ${companyName} at this number. Consent is not a condition of purchase. ${terms}`
    : `By subscribing to email you agree to emails with ${categoryName} Sunbursts from ${companyName} at this address. Each has a link that ends them.`
}

/** The first text of a subscription, which costs the consumer no tokens. */
export function welcomeText({ companyName, categoryName }: Programme): string {
  return `You're subscribed to ${companyName}: ${categoryName}. ${terms}`
}
