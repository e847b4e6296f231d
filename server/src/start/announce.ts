import type { Product } from './product.ts'

/** What a person who has just started the product needs to know. */
export function announce(product: Product): string {
  const { publicUrl } = product
  return [
    `Almanac is at ${publicUrl}`,
    ...(product.hasDemo
      ? [
          '',
          'Demo logins, password almanac-demo for all:',
          `  stella      consumer, 100 tokens   ${publicUrl}/aurora/login`,
          `  leo         consumer, 3 tokens     ${publicUrl}/aurora/login`,
          `  aurora-ops  operator               ${publicUrl}/aurora/login`,
          `  orion       consumer               ${publicUrl}/northstar/login`,
          `  north-ops   operator               ${publicUrl}/northstar/login`,
          `  admin       admin                  ${publicUrl}/admin/login`,
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
