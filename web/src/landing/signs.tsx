import { signNamed } from './astronomy.ts'
import { Sign } from './drawings.tsx'
import type { LandingInput } from './landing-input.ts'
import { tenantPaths } from './tenant-paths.ts'

/** The tenant's categories. A tenant's own logo is shown as it is. */
export function Signs({ tenant, categories }: LandingInput) {
  if (categories.length === 0) return null
  const { register } = tenantPaths(tenant.url)
  return (
    <section className="signs" aria-labelledby="signs">
      <h2 id="signs">{categories.length === 12 ? 'Twelve signs' : 'The signs'}</h2>
      <ul>
        {categories.map(({ name, logoSvgUrl }) => {
          const sign = signNamed(name)
          return (
            <li key={name}>
              <a href={register}>
                {logoSvgUrl ? (
                  <img src={logoSvgUrl} alt="" loading="lazy" />
                ) : (
                  sign && <Sign slug={sign.slug} />
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
