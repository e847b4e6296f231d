import { paths } from '@almanac/contract/pages'
import type { Product } from './product.ts'

/** What a person who has just started the product needs to know. */
export function announce(product: Product): string {
  const { publicUrl } = product
  const login = (slug: string) => `${publicUrl}${paths.login(slug)}`
  return [
    `Almanac is at ${publicUrl}`,
    ...(product.hasDemo
      ? [
          '',
          'Demo logins, password almanac-demo for all:',
          `  stella      consumer, 100 tokens   ${login('aurora')}`,
          `  leo         consumer, 3 tokens     ${login('aurora')}`,
          `  aurora-ops  operator               ${login('aurora')}`,
          `  orion       consumer               ${login('northstar')}`,
          `  north-ops   operator               ${login('northstar')}`,
          `  admin       admin                  ${publicUrl}${paths.admin.login()}`,
        ]
      : []),
    ...(product.keepsMessages
      ? ['', `Every SMS and e-mail, six-digit codes included, lands at ${publicUrl}/sandbox`]
      : []),
    ...product.warnings.flatMap((warning) => ['', `Note: ${warning}`]),
    '',
    'Press Ctrl-C to stop; the data is kept.',
  ].join('\n')
}
