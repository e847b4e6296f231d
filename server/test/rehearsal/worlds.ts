import fc from 'fast-check'

/** Times are minutes from the moment of the rehearsal. */
type Minutes = number

export interface DrawnChoice {
  /** Which of the categories, as far as there are so many. */
  category: number
  mediums: ('sms' | 'email')[]
  sinceMinutes: Minutes
}

export interface DrawnConsumer {
  tokens: number
  timeZone: string
  number: 'us' | 'canadian' | 'none'
  isOptedOut: boolean
  isEmailVerified: boolean
  choices: DrawnChoice[]
}

/** Something that nobody could know when it was rehearsed. */
export interface DrawnChange {
  atMinutes: Minutes
  kind:
    | 'top-up'
    | 'spend'
    | 'stop'
    | 'start'
    | 'unsubscribe'
    | 'subscribe'
    | 'zone'
    | 'verify'
    | 'cancel-text'
    | 'cost'
  which: number
  tokens: number
}

export interface DrawnWorld {
  /** When it is rehearsed. */
  startsAt: Date
  /** Tokens of one message; null of a medium that is off, undefined of one that was never set up. */
  categories: { sms: number | null; email: number | null }[]
  consumers: DrawnConsumer[]
  texts: { category: number; atMinutes: Minutes }[]
  changes: DrawnChange[]
}

/** Ordinary days, and those around the changes of the clocks. */
const startDays = ['2026-11-17', '2026-10-31', '2026-11-01', '2027-03-13', '2027-03-14', '2026-07-01']

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/St_Johns',
  'America/Puerto_Rico',
]

const dayMinutes = 1_440
const cost = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constant(null) },
)

const choice: fc.Arbitrary<DrawnChoice> = fc.record({
  category: fc.nat(2),
  mediums: fc.constantFrom<('sms' | 'email')[]>(['sms'], ['email'], ['sms', 'email'], ['sms', 'email']),
  // Sometimes after a text whose time is past already.
  sinceMinutes: fc.constantFrom(-10 * dayMinutes, -10 * dayMinutes, -200, -30),
})

const consumer: fc.Arbitrary<DrawnConsumer> = fc.record({
  tokens: fc.nat(12),
  timeZone: fc.constantFrom(...zones),
  number: fc.constantFrom('us', 'us', 'us', 'us', 'canadian', 'none'),
  isOptedOut: fc.constantFrom(false, false, false, false, true),
  isEmailVerified: fc.constantFrom(true, true, true, true, false),
  choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 3, selector: ({ category }) => category }),
})

const text = fc.record({
  category: fc.nat(2),
  atMinutes: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: -480, max: 0 }) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 * dayMinutes }) },
    // Many at one moment, and at the ends of quiet hours in the East.
    { weight: 3, arbitrary: fc.constantFrom(600, 1_260, 1_261, 1_920, dayMinutes + 600) },
  ),
})

const change: fc.Arbitrary<DrawnChange> = fc.record({
  atMinutes: fc.integer({ min: 1, max: 4 * dayMinutes }),
  kind: fc.constantFrom<DrawnChange['kind'][]>(
    'top-up',
    'top-up',
    'spend',
    'stop',
    'start',
    'unsubscribe',
    'subscribe',
    'zone',
    'verify',
    'cancel-text',
    'cost',
  ),
  which: fc.nat(30),
  tokens: fc.integer({ min: 1, max: 9 }),
})

/** A tenant with some days of texts, and what comes in between. */
export const world: fc.Arbitrary<DrawnWorld> = fc.record({
  startsAt: fc
    .record({ day: fc.constantFrom(...startDays), minute: fc.integer({ min: 0, max: dayMinutes - 1 }) })
    .map(({ day, minute }) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000)),
  categories: fc.array(fc.record({ sms: cost, email: cost }), { minLength: 1, maxLength: 3 }),
  consumers: fc.array(consumer, { minLength: 1, maxLength: 5 }),
  texts: fc.array(text, { minLength: 1, maxLength: 9 }),
  changes: fc.oneof(
    { weight: 1, arbitrary: fc.constant<DrawnChange[]>([]) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
  ),
})
