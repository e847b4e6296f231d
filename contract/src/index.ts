import * as audio from './audio.ts'
import * as categories from './categories.ts'
import * as delivery from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as identity from './identity.ts'
import * as ledger from './ledger.ts'
import * as media from './media.ts'
import * as packages from './packages.ts'
import * as payments from './payments.ts'
import * as profile from './profile.ts'
import * as reports from './reports.ts'
import * as storefront from './storefront.ts'
import * as subscriptions from './subscriptions.ts'
import * as support from './support.ts'
import * as tenants from './tenants.ts'
import * as texts from './texts.ts'

export {
  audio,
  categories,
  delivery,
  events,
  identity,
  ledger,
  media,
  packages,
  payments,
  profile,
  reports,
  storefront,
  subscriptions,
  support,
  tenants,
  texts,
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'actor' in value
  )
}

/** Every endpoint of the product, named `feature.endpoint`. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries({
    audio,
    categories,
    delivery,
    events,
    identity,
    ledger,
    media,
    packages,
    payments,
    profile,
    reports,
    storefront,
    subscriptions,
    support,
    tenants,
    texts,
  }).flatMap(([feature, declarations]) =>
    Object.entries(declarations)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, declaration]) => [`${feature}.${name}`, declaration]),
  ),
)
