import { registerPath } from '@almanac/contract/pages'
import type { LandingInput } from './landing-input.ts'
import { paragraphsOf } from './page-text.ts'

/** The tenant in its own words: beside its image, or in two columns without one. */
export function About({ tenant }: LandingInput) {
  return (
    <section className={tenant.imageUrl === null ? 'about wide' : 'about'}>
      {tenant.imageUrl !== null && (
        <figure>
          <img src={tenant.imageUrl} alt="" width="600" height="400" loading="lazy" />
        </figure>
      )}
      <div>
        <h2>About {tenant.companyName}</h2>
        <div className="text">
          {paragraphsOf(tenant.details).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className="acts">
          <a className="btn ink" href={registerPath(tenant.url)}>
            Register
          </a>
        </p>
      </div>
    </section>
  )
}
