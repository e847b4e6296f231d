import { paths, registerPath } from '@almanac/contract/pages'
import { moonPhase, signOfLongitude, sunLongitudeDegrees } from './astronomy.ts'
import { HouseMark } from './drawings.tsx'
import type { LandingInput } from './landing-input.ts'
import { fullDate, moonText } from './page-text.ts'
import { Wheel } from './wheel.tsx'

/** The night part of the page: masthead with today's line, the banner, and the wheel. */
export function Sky({ tenant, now }: LandingInput) {
  const dateText = fullDate(now, tenant.timeZone)
  const sun = signOfLongitude(sunLongitudeDegrees(now))
  return (
    <header className="sky">
      <div className="bar">
        <a className="brand" href={paths.landing(tenant.url)}>
          {tenant.logoUrl === null ? <HouseMark /> : <img src={tenant.logoUrl} alt="" fetchPriority="low" />}
          <span>{tenant.companyName}</span>
        </a>
        <p className="line">
          <b>{dateText}</b>
          <span>
            Sun at {sun.degree}° {sun.name}
          </span>
          <span>{moonText(moonPhase(now))}</span>
        </p>
      </div>
      <div className="hero">
        <h1>Your week in the sky, read aloud.</h1>
        <p className="lede">
          One reading for your sign every Tuesday, four to five minutes long. And a Sunburst each morning: a
          few words to carry through the day.
        </p>
        <p className="acts">
          <a className="btn gold" href={registerPath(tenant.url)}>
            Register
          </a>
          <a className="btn" href={paths.login(tenant.url)}>
            Login
          </a>
        </p>
      </div>
      <Wheel now={now} dateText={dateText} />
    </header>
  )
}
