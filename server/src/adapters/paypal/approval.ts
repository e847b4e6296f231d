import type { PayPalSettings } from './session.ts'

/** Where people approve, by environment. */
const websites = { test: 'https://www.sandbox.paypal.com', live: 'https://www.paypal.com' } as const

/** The relations of a link that leads to the approval: with a payment source, and without or in the vault. */
const relations = new Set(['payer-action', 'approve'])

/** The origin of the pages that consumers are sent to. */
export function approvalOrigin({ environment, baseUrl }: PayPalSettings): string {
  return baseUrl === undefined ? websites[environment] : new URL(baseUrl).origin
}

/**
 * The address where a consumer approves; null where there is none.
 * @throws Error for one that is not PayPal's own: nobody is ever sent there.
 */
export function approveUrlOf(
  links: readonly { rel: string; href: string }[] | undefined,
  origin: string,
): string | null {
  const href = links?.find(({ rel }) => relations.has(rel))?.href
  if (href === undefined) return null
  if (!URL.canParse(href) || new URL(href).origin !== origin) {
    throw new Error('PayPal names an address for the approval that is not its own')
  }
  return href
}
