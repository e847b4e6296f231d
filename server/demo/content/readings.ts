import { THE_CLEAR_EVENING } from './readings/the-clear-evening.ts'
import { THE_FULL_TABLE } from './readings/the-full-table.ts'
import { THE_LONG_WAY_HOME } from './readings/the-long-way-home.ts'
import { THE_OPEN_DOOR } from './readings/the-open-door.ts'
import { THE_SMALL_REPAIR } from './readings/the-small-repair.ts'
import { THE_TURN_OF_THE_YEAR } from './readings/the-turn-of-the-year.ts'
import { THE_YEAR_AHEAD } from './readings/the-year-ahead.ts'

/** A spoken recording: its text as paragraphs of sentences, and the mp3 made from it. */
export type DemoRecording = {
  /** The ID3 title. */
  readonly title: string
  /** Path below `server/demo/`. */
  readonly file: string
  readonly paragraphs: readonly (readonly string[])[]
}

/**
 * The weekly readings name no sign, no date and no season, so each can serve any sign in any week. For sign
 * number s (0 to 11) in week number w take `WEEKLY_READINGS[(s + w) % 5]`: neighbours then differ in one week,
 * and one sign hears all five in five weeks.
 */
export const WEEKLY_READINGS = [
  { title: 'The open door', file: 'audio/the-open-door.mp3', paragraphs: THE_OPEN_DOOR },
  { title: 'The full table', file: 'audio/the-full-table.mp3', paragraphs: THE_FULL_TABLE },
  { title: 'The long way home', file: 'audio/the-long-way-home.mp3', paragraphs: THE_LONG_WAY_HOME },
  { title: 'The small repair', file: 'audio/the-small-repair.mp3', paragraphs: THE_SMALL_REPAIR },
  { title: 'The clear evening', file: 'audio/the-clear-evening.mp3', paragraphs: THE_CLEAR_EVENING },
] as const satisfies readonly DemoRecording[]

/** The forecast of the start of the year; speaks of the four seasons, names no year. */
export const YEARLY_READING = {
  title: 'The year ahead',
  file: 'audio/the-year-ahead.mp3',
  paragraphs: THE_YEAR_AHEAD,
} as const satisfies DemoRecording

/** The reading of June; speaks of July to December, names no year. */
export const MID_YEAR_READING = {
  title: 'The turn of the year',
  file: 'audio/the-turn-of-the-year.mp3',
  paragraphs: THE_TURN_OF_THE_YEAR,
} as const satisfies DemoRecording

/** The free test audio of each tenant, by slug: about twelve seconds. */
export const TEST_RECORDINGS = {
  aurora: {
    title: 'Test audio, Aurora Astrology',
    file: 'audio/test-aurora.mp3',
    paragraphs: [
      [
        'Hello from Aurora Astrology.',
        'If you can hear us, your sound is on and everything works.',
        'This test is free, so play it as often as you like.',
      ],
    ],
  },
  northstar: {
    title: 'Test audio, Northstar Almanac',
    file: 'audio/test-northstar.mp3',
    paragraphs: [
      [
        'This is Northstar Almanac.',
        'You can hear us, so your sound is set.',
        'This test costs nothing.',
        'When you are ready, choose a sign.',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, DemoRecording>>

/**
 * Names for the readings on the lists. `{monthDay}` is the Tuesday the week begins on, as in 'November 17';
 * `{year}` has four digits.
 */
export const READING_NAME_TEMPLATES = {
  weekly: 'Week of {monthDay}',
  yearly: 'Yearly forecast {year}',
  midYear: 'Mid-year reading {year}',
} as const
