import type { ProviderName } from '@almanac/contract/payments'
import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../platform/errors.ts'
import type { PaymentProvider, PaymentProviders } from './ports.ts'

interface Providers {
  providers: PaymentProviders
}

/** What a provider keeps belongs to one account there. */
export type ProviderAccount = Pick<PaymentProvider, 'name' | 'account'>

/** All that are in use. */
export function listProviders({ providers }: Providers): PaymentProvider[] {
  return Object.values(providers)
}

/** @throws DomainError `provider_unavailable` where it is not in use. */
export function requireProvider({ providers }: Providers, name: ProviderName): PaymentProvider {
  const provider = providers[name]
  if (!provider) throw new DomainError('provider_unavailable')
  return provider
}

/** The provider of a purchase; null where it is not in use, or was in use under another account: it can't be asked then. */
export function providerOf(
  { providers }: Providers,
  purchase: { provider: ProviderName; providerAccount: string | null },
): PaymentProvider | null {
  const provider = providers[purchase.provider]
  if (!provider) return null
  return purchase.providerAccount === null || purchase.providerAccount === provider.account ? provider : null
}

/** A provider and its account in one word, as `keptAtSql` compares them. */
const placeOf = ({ name, account }: ProviderAccount) => `${name}:${account}`

/** Whether what a row is about lies at one of these: what another account has can be neither asked about nor used. */
export function keptAtSql(
  provider: RawBuilder<unknown>,
  account: RawBuilder<unknown>,
  at: readonly ProviderAccount[],
): RawBuilder<boolean> {
  return sql<boolean>`${provider} || ':' || ${account} = any(${at.map(placeOf)}::text[])`
}
