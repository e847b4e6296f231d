import { formatDuration } from '@almanac/contract/duration'
import { ruleTicks, tickPath } from '../ui/rule-ticks.ts'
import { signNamed, signOfLongitude, sunLongitudeDegrees, weekOf, type ZodiacSign } from './astronomy.ts'
import { Tokens } from './drawings.tsx'
import type { LandingInput } from './landing-input.ts'
import { dollarsText, monthDay, sentText, tokensText } from './page-text.ts'

/**
 * What is sold, each with a sample in its own form, of the sign that the Sun is in: the graduated rule of a reading, the
 * words of a Sunburst.
 */
export function Offerings({
  tenant,
  tokenCosts,
  singleTokenPriceCents,
  sampleReadings,
  sampleSunbursts,
  now,
}: LandingInput) {
  const tuesday = weekOf(now, tenant.timeZone)[0]?.at ?? now
  const sign = signOfLongitude(sunLongitudeDegrees(now))
  const reading = sampleOf(sign, sampleReadings)
  const sunburst = sampleOf(sign, sampleSunbursts)
  const readingName = reading?.name ?? `week of ${monthDay(tuesday, tenant.timeZone)}`
  return (
    <>
      <section className="two">
        <article>
          <h2>Audio readings</h2>
          <p>
            Four to five minutes for your sign, updated each Tuesday just after midnight Eastern Time. The
            last four weekly readings stay available. A yearly forecast appears at the start of the year, a
            mid-year reading in June.
          </p>
          <figure className="sample">
            <figcaption>
              <span>
                {reading?.sign ?? sign.name}, {readingName}
              </span>
              {reading && <span>{formatDuration(reading.durationSeconds)}</span>}
            </figcaption>
            <GraduatedRule seconds={reading?.durationSeconds ?? 300} />
          </figure>
          <p className="cost">
            <Tokens count={tokenCosts.reading} />A reading costs {tokensText(tokenCosts.reading)}
          </p>
        </article>
        <article>
          <h2>Daily Sunbursts</h2>
          <p>
            A short text for your sign each day, by SMS to phones on US carriers, by email, or both. Begin and
            stop when you like.
          </p>
          {sunburst && (
            <blockquote>
              <p>{sunburst.text}</p>
              <footer>
                {sunburst.sign}, {sentText(sunburst.sentAt, now, tenant.timeZone)}
              </footer>
            </blockquote>
          )}
          <p className="cost">
            <Tokens count={tokenCosts.sunburst} />A Sunburst costs {tokensText(tokenCosts.sunburst)}
          </p>
        </article>
      </section>
      {singleTokenPriceCents !== null && (
        <p className="price">
          A token costs {dollarsText(singleTokenPriceCents)} when bought singly and less in larger packages.
        </p>
      )}
    </>
  )
}

/** The sample of a sign; where the tenant has none of it, the newest. */
function sampleOf<Sample extends { sign: string }>(sign: ZodiacSign, samples: readonly Sample[]) {
  return samples.find((sample) => signNamed(sample.sign)?.slug === sign.slug) ?? samples[0]
}

/** A tick every 5 seconds, longer every 30, longest every minute; the first third has run. */
function GraduatedRule({ seconds }: { seconds: number }) {
  const ticks = ruleTicks(seconds)
  const elapsed = ticks.filter(({ at }) => at <= seconds / 3)
  return (
    <svg className="rule" height="52" aria-hidden="true">
      <svg viewBox={`-1 0 ${seconds + 2} 30`} height="36" preserveAspectRatio="none" aria-hidden="true">
        <path d={tickPath(ticks.slice(elapsed.length))} />
        <path className="run" d={tickPath(elapsed)} />
      </svg>
      {ticks
        .filter(({ size }) => size === 'long')
        .map(({ at }) => (
          <text key={at} x={`${((at / seconds) * 100).toFixed(1)}%`} y="49">
            {at / 60}
          </text>
        ))}
    </svg>
  )
}
