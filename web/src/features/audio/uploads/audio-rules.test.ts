import { describe, expect, test } from 'vitest'
import { dayOf, instantOf } from '../../../ui/wall-time.ts'
import {
  audioFileError,
  endsBeforeStart,
  isActive,
  keptTimes,
  proposeTimes,
  proposeTimesOn,
  timesOf,
} from './audio-rules.ts'

const unsupported = '* Selected file format is not supported.'
const tooLarge = '* Maximum 15MB audio file is allowed.'

describe('what may be uploaded', () => {
  test.each([
    ['a.mp3', 'audio/mpeg', 15_360_000, null],
    ['A WEEK.MP3', '', 1, null],
    ['a.mp3', 'audio/mp3', 4_000_000, null],
    ['a.mp3', 'audio/mpeg', 15_360_001, tooLarge],
    ['a.wav', 'audio/wav', 100, unsupported],
    ['a.mp3.exe', 'audio/mpeg', 100, unsupported],
    ['a.mp3', 'text/plain', 100, unsupported],
    ['a.wav', 'audio/wav', 99_000_000, unsupported],
    ['a.mp3', 'audio/mpeg', 0, unsupported],
  ])('%s (%s) of %i bytes: %s', (name, type, size, expected) => {
    expect(audioFileError({ name, type, size })).toBe(expected)
  })
})

describe('the proposal is next Tuesday 00:05 Eastern and 28 days', () => {
  test.each([
    ['on a Saturday', '2026-11-21T12:00:00Z', 'America/New_York', '2026-11-24 00:05', '2026-12-22 00:05'],
    [
      'in another zone',
      '2026-11-21T12:00:00Z',
      'America/Los_Angeles',
      '2026-11-23 21:05',
      '2026-12-21 21:05',
    ],
    [
      'on Tuesday before that time',
      '2026-11-24T05:04:00Z',
      'America/New_York',
      '2026-11-24 00:05',
      '2026-12-22 00:05',
    ],
    [
      'on Tuesday at that time',
      '2026-11-24T05:05:00Z',
      'America/New_York',
      '2026-12-01 00:05',
      '2026-12-29 00:05',
    ],
    [
      'over the end of summer time',
      '2026-10-17T12:00:00Z',
      'America/New_York',
      '2026-10-20 00:05',
      '2026-11-17 00:05',
    ],
    [
      'over it in a zone without one',
      '2026-10-17T12:00:00Z',
      'America/Phoenix',
      '2026-10-19 21:05',
      '2026-11-16 22:05',
    ],
  ])('%s', (_name, now, zone, startDateTime, endDateTime) => {
    expect(proposeTimes(new Date(now), zone)).toEqual({ startDateTime, endDateTime })
  })
})

test.each([
  ['2026-12-08 00:05', '2026-12-01 00:04', true],
  ['2026-12-08 00:05', '2026-12-08 00:05', false],
  ['2026-12-08 00:05', '2027-01-05 00:05', false],
  ['2026-12-08 00:05', null, false],
  [null, '2026-12-08 00:05', false],
  // Half past one is shown twice that night: the first of it is before two o'clock comes.
  ['2026-11-01 01:59', '2026-11-01 01:30', true],
])('from %s to %s ends before it starts: %s', (startDateTime, endDateTime, expected) => {
  expect(endsBeforeStart({ startDateTime, endDateTime }, 'America/New_York')).toBe(expected)
})

test.each([
  ['2026-11-24T05:04:59.999Z', false],
  ['2026-11-24T05:05:00.000Z', true],
  ['2026-12-22T05:05:00.000Z', true],
  ['2026-12-22T05:05:00.001Z', false],
])('from its first minute to its last a reading is active: at %s %s', (now, expected) => {
  const audio = { startDateTime: '2026-11-24T05:05:00.000Z', endDateTime: '2026-12-22T05:05:00.000Z' }
  expect(isActive(audio, new Date(now))).toBe(expected)
})

test('a time that was not touched keeps its instant, also the second half past one of a night', () => {
  const zone = 'America/New_York'
  const audio = { startDateTime: '2026-11-01T06:30:00.000Z', endDateTime: '2026-11-29T05:05:00.000Z' }
  const before = timesOf(audio, zone)
  expect(before).toEqual({ startDateTime: '2026-11-01 01:30', endDateTime: '2026-11-29 00:05' })
  expect(keptTimes(before, before, audio)).toEqual(audio)
  const later = { ...before, endDateTime: '2026-12-01 00:05' }
  expect(keptTimes(later, before, audio)).toEqual({ ...audio, endDateTime: '2026-12-01 00:05' })
})

describe('for a day without a reading', () => {
  test.each([
    ['America/New_York', '2026-12-09 00:05'],
    ['America/Phoenix', '2026-12-09 00:05'],
    ['America/St_Johns', '2026-12-09 01:35'],
  ])('in %s a reading from %s is proposed, named for that day', (timeZone, startDateTime) => {
    const times = proposeTimesOn('2026-12-09', timeZone)
    expect(times).toEqual({ startDateTime, endDateTime: `2027-01-06 ${startDateTime.slice(11)}` })
    const start = instantOf(startDateTime, timeZone) ?? new Date(0)
    expect([dayOf(start, timeZone), dayOf(start, 'America/New_York')]).toEqual(['2026-12-09', '2026-12-09'])
  })

  test.each([
    ['America/New_York', '2026-12-08 00:05', '2027-01-05 00:05'],
    ['America/Los_Angeles', '2026-12-07 21:05', '2027-01-04 21:05'],
    ['America/St_Johns', '2026-12-08 01:35', '2027-01-05 01:35'],
  ])('in %s that of a Tuesday begins when readings are released', (timeZone, startDateTime, endDateTime) => {
    expect(proposeTimesOn('2026-12-08', timeZone)).toEqual({ startDateTime, endDateTime })
  })
})
