import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, day, instant } from './primitives.ts'
import { shortText } from './texts.ts'

/** A calendar month, `YYYY-MM`. */
export const month = z
  .string('Please enter a month as YYYY-MM.')
  .regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/, 'Please enter a month as YYYY-MM.')
  .meta({ description: 'A month of the calendar, YYYY-MM, in the years 1900 to 2199.' })

/** A reading that consumers can play on some day of the month. */
export const calendarReading = z.object({
  id: z.number().int(),
  audioName: z.string(),
  startDateTime: instant,
  endDateTime: instant,
  firstDay: day.meta({
    description: 'The day of its start in the zone of the tenant, perhaps before the month.',
  }),
  lastDay: day.meta({
    description: 'The day of its end in the zone of the tenant, perhaps after the month.',
  }),
})
export type CalendarReading = z.output<typeof calendarReading>

/** A Sunburst whose time lies in the month. */
export const calendarText = z.object({
  id: z.number().int(),
  messageName: z.string(),
  disburseDateTime: instant,
  day: day.meta({ description: 'The day of its time in the zone of the tenant.' }),
  status: shortText.shape.status.exclude(['cancelled']),
})
export type CalendarText = z.output<typeof calendarText>

export const calendarSign = z.object({
  id: z.number().int(),
  name: z.string(),
  logoSvg: z.string().nullable(),
  readings: z.array(calendarReading).meta({ description: 'By their start.' }),
  releaseDays: z.array(day).meta({
    description:
      'The days that its readings are named for, in the zone of releases, each once: those of the month and of the weeks that it begins and ends in.',
  }),
  shortTexts: z.array(calendarText).meta({ description: 'By their time.' }),
})
export type CalendarSign = z.output<typeof calendarSign>

export const readCalendar = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/calendar',
  summary: 'What a month has of readings and Sunbursts, sign by sign',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  query: z.object({ month }),
  response: z.object({
    month,
    today: day.meta({ description: 'Today in the zone of the tenant, by the clock of the server.' }),
    firstOpenDay: day.meta({
      description:
        'The first day on which a Sunburst can still be scheduled: today, unless it ends before the schedule delay.',
    }),
    signs: z.array(calendarSign).meta({ description: 'In the order of the categories.' }),
  }),
  errors: [],
})
export type Calendar = z.output<typeof readCalendar.response>
