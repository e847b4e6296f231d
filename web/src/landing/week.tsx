import { type AlmanacDay, weekOf } from './astronomy.ts'
import { Moon, Sign, Tokens } from './drawings.tsx'
import type { LandingInput } from './landing-input.ts'
import { isoDate, monthDay, moonText } from './page-text.ts'

/** The week as an almanac table: a row of tokens on the day of the readings, one token on every other. */
export function Week({ tenant, tokenCosts, now }: LandingInput) {
  const days = weekOf(now, tenant.timeZone)
  const firstDay = days[0]?.at ?? now
  return (
    <section className="week" aria-labelledby="week">
      <h2 id="week">The week of {monthDay(firstDay, tenant.timeZone)}</h2>
      <ol>
        {days.map((day, index) => (
          <Day
            key={day.weekday}
            day={day}
            costTokens={index === 0 ? tokenCosts.reading : tokenCosts.sunburst}
          />
        ))}
      </ol>
      <p className="key" aria-hidden="true">
        <span>
          <Tokens count={tokenCosts.reading} />
          New readings
        </span>
        <span>
          <Tokens count={tokenCosts.sunburst} />
          Sunburst
        </span>
      </p>
    </section>
  )
}

function Day({ day, costTokens }: { day: AlmanacDay; costTokens: number }) {
  const isReadingDay = day.weekday === 'Tuesday'
  const event = day.signBegins === null ? 'Sunburst' : `${day.signBegins.name} begins`
  return (
    <li className={day.isToday ? 'now' : undefined} aria-current={day.isToday ? 'date' : undefined}>
      <time dateTime={isoDate(day)}>
        {day.isToday ? 'Today' : <abbr title={day.weekday}>{day.weekday.slice(0, 3)}</abbr>}
        <b>{day.day}</b>
      </time>
      <Moon moon={day.moon} />
      <span className="sr">{moonText(day.moon)}. Sun at </span>
      <span className="degree">
        <Sign slug={day.sun.slug} />
        {day.sun.degree}°<span className="sr"> {day.sun.name}. </span>
      </span>
      <span className="event">
        <Tokens count={costTokens} />
        <span>{isReadingDay ? 'New readings' : event}</span>
      </span>
    </li>
  )
}
