import { createHash } from 'node:crypto'
import { compact, type PaypalWorld } from './context.ts'
import type { Payer, Wallet } from './rows.ts'

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The account behind an e-mail address: one address is one payer, however often it pays. */
export function payerOf(email: string): Payer {
  const address = email.trim().toLowerCase()
  const digest = createHash('sha256').update(address).digest()
  const accountId = [...digest.subarray(0, 13)].map((byte) => letters[byte % letters.length]).join('')
  const [first = 'Sandbox', last = 'Payer'] = address.split('@')[0]?.split(/[.+_-]/) ?? []
  return { accountId, email: address, givenName: capital(first), surname: capital(last) }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const nameOf = (payer: Payer) => ({ given_name: payer.givenName, surname: payer.surname })

/** The payer of an order or a payment token. */
export function showPayer(payer: Payer) {
  return {
    name: nameOf(payer),
    email_address: payer.email,
    payer_id: payer.accountId,
    address: { country_code: 'US' },
  }
}

/** The wallet as it stands in an order's `payment_source`. */
export function showWallet(wallet: Wallet, payer: Payer | null, vault: object | null) {
  const attributes = vault && { vault }
  if (!payer) return compact({ attributes })
  const common = { email_address: payer.email, account_id: payer.accountId, name: nameOf(payer) }
  return wallet === 'paypal'
    ? compact({ ...common, account_status: 'VERIFIED', address: { country_code: 'US' }, attributes })
    : compact({ ...common, user_name: userName(payer), address: { country_code: 'US' }, attributes })
}

/** A Venmo name, without its @. */
export function userName(payer: Payer): string {
  return (payer.email.split('@')[0] ?? '').replace(/[^-a-zA-Z0-9_]/g, '-').slice(0, 50) || 'payer'
}

/** The account of the sandbox's merchant, which is paid. */
export function payee(world: PaypalWorld) {
  const { merchantId, merchantEmail } = world.options.paypal
  return { email_address: merchantEmail, merchant_id: merchantId }
}
