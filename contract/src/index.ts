import type { Endpoint } from './endpoint.ts'
import * as features from './features.ts'

export * from './features.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'actor' in value
  )
}

/** Every endpoint of the product, named `feature.endpoint`. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  Object.entries(features).flatMap(([feature, declarations]) =>
    Object.entries(declarations)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, declaration]) => [`${feature}.${name}`, declaration]),
  ),
)
