import { registerPath } from '@almanac/contract/pages'
import { signNamed } from './astronomy.ts'
import { Sign } from './drawings.tsx'
import type { LandingInput } from './landing-input.ts'

/** The tenant's categories. A sign of the zodiac has the house's drawing, any other the tenant's own, as it is. */
export function Signs({ tenant, categories }: LandingInput) {
  if (categories.length === 0) return null
  const register = registerPath(tenant.url)
  return (
    <section className="signs" aria-labelledby="signs">
      <h2 id="signs">{categories.length === 12 ? 'Twelve signs' : 'The signs'}</h2>
      <ul>
        {categories.map(({ name, logoSvgUrl }) => {
          const sign = signNamed(name)
          return (
            <li key={name}>
              <a href={register}>
                {sign ? (
                  <Sign slug={sign.slug} />
                ) : (
                  logoSvgUrl && <img src={logoSvgUrl} alt="" loading="lazy" />
                )}
                <b>{name}</b>
                {sign && <span>{sign.dates}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
