import type { Config } from '../../platform/config.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { escapeHtml, type Mail, referenceOf, renderMail, type Sms } from '../messages/index.ts'
import { signBounce } from './bounce-token.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { signUnsubscribe } from './unsubscribe-token.ts'

export interface MessageDeps {
  publicUrl: string
  secrets: Secrets
  /** Of whom letters come, as the law wants it in them; none where it is not configured. */
  config: Pick<Config, 'MAIL_POSTAL_ADDRESS'>
}

/** A Sunburst as an SMS; the provider reports on it to an address that names the delivery. */
export function toSms({ publicUrl }: MessageDeps, delivery: ClaimedDelivery, validitySeconds: number): Sms {
  return {
    to: delivery.recipient,
    text: delivery.textContent,
    statusCallbackUrl: `${publicUrl}/v1/webhooks/twilio/status?delivery=${delivery.id}`,
    validitySeconds,
  }
}

/** A Sunburst as a letter, with the link that ends it in one click (RFC 8058), and the postal address of who sends it. */
export function toMail({ publicUrl, secrets, config }: MessageDeps, delivery: ClaimedDelivery): Mail {
  const { companyName, categoryName, messageName, textContent } = delivery
  const link = `${publicUrl}/v1/unsubscribe/${signUnsubscribe(secrets, { ...delivery, deliveryId: delivery.id })}`
  const why = `You receive this because you subscribed to ${categoryName} at ${companyName}.`
  const postal = config.MAIL_POSTAL_ADDRESS ? [config.MAIL_POSTAL_ADDRESS] : []
  const letter = renderMail(
    { subject: messageName, paragraphs: textContent.split(/\n+/), companyName },
    {
      text: [`${why}\nUnsubscribe: ${link}`, ...postal].join('\n'),
      html: [
        `${escapeHtml(why)} <a href="${escapeHtml(link)}" style="color:inherit">Unsubscribe</a>`,
        ...postal.map(escapeHtml),
      ].join('<br>'),
    },
  )
  return {
    to: delivery.recipient,
    fromName: companyName,
    replyTo: delivery.supportEmail,
    subject: messageName,
    ...letter,
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    reference: referenceOf('delivery', delivery),
    bounceToken: signBounce(secrets, delivery.id),
  }
}
