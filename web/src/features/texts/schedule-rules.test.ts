import { describe, expect, test } from 'vitest'
import {
  canSaveAll,
  type EntryValues,
  entryErrors,
  hasInput,
  nextFullHour,
  proposeAfter,
  proposeTime,
  type Schedule,
  sentTime,
  skippedTime,
} from './schedule-rules.ts'

const schedule: Schedule = {
  now: new Date('2026-11-21T17:00:30Z'),
  delayMinutes: 5,
  timeZone: 'America/New_York',
}
const good: EntryValues = {
  messageName: 'A slow breakfast',
  textContent: 'Let breakfast take an hour today.',
  disburseDateTime: '2026-11-21 12:06',
}

const tooSoon = 'Future disburese time must be after 2026-11-21 12:05'
const nameLength = 'Message name must be 2 to 100 characters.'
const textLength = 'Text must be 2 to 160 characters.'

describe('an entry', () => {
  test.each<[string, Partial<EntryValues>, object]>([
    ['that is right', {}, {}],
    ['on the very minute', { disburseDateTime: '2026-11-21 12:05' }, { disburseDateTime: tooSoon }],
    ['in the past', { disburseDateTime: '2026-11-20 12:06' }, { disburseDateTime: tooSoon }],
    [
      'without a time',
      { disburseDateTime: null },
      { disburseDateTime: 'Schedule date and time is required.' },
    ],
    ['with a name of one letter', { messageName: 'A' }, { messageName: nameLength }],
    ['with a blank name', { messageName: '   ' }, { messageName: nameLength }],
    ['with a name of 100', { messageName: 'n'.repeat(100) }, {}],
    ['with a name of 101', { messageName: 'n'.repeat(101) }, { messageName: nameLength }],
    ['with a text of 160', { textContent: 't'.repeat(160) }, {}],
    ['with a text of 161', { textContent: 't'.repeat(161) }, { textContent: textLength }],
    [
      'with nothing',
      { messageName: '', textContent: '', disburseDateTime: null },
      {
        messageName: nameLength,
        textContent: textLength,
        disburseDateTime: 'Schedule date and time is required.',
      },
    ],
  ])('%s', (_name, change, errors) => {
    expect(entryErrors({ ...good, ...change }, schedule)).toEqual(errors)
  })

  test('on the earliest instant itself', () => {
    const onTheMinute = { ...schedule, now: new Date('2026-11-21T17:00:00Z') }
    expect(entryErrors({ ...good, disburseDateTime: '2026-11-21 12:05' }, onTheMinute)).toEqual({
      disburseDateTime: tooSoon,
    })
  })

  test('is timed on the wall of the tenant’s zone', () => {
    const west = { ...schedule, timeZone: 'America/Los_Angeles' }
    expect(entryErrors({ ...good, disburseDateTime: '2026-11-21 09:06' }, west)).toEqual({})
    expect(entryErrors({ ...good, disburseDateTime: '2026-11-21 09:05' }, west)).toEqual({
      disburseDateTime: 'Future disburese time must be after 2026-11-21 09:05',
    })
  })
})

test.each([
  [[], false],
  [[good], true],
  [[good, { ...good, textContent: '' }], false],
])('Save all, case %#', (entries, expected) => expect(canSaveAll(entries, schedule)).toBe(expected))

test.each([
  [[], false],
  [[{ messageName: '', textContent: '', disburseDateTime: null }], false],
  [[{ messageName: '', textContent: 'T', disburseDateTime: null }], true],
])('unsaved input, case %#', (entries, expected) => {
  const begun = entries.map((values) => ({ values, proposed: null }))
  expect(hasInput(begun)).toBe(expected)
})

describe('the time that is sent of one that was picked', () => {
  test.each([
    [
      'the very instant, where it was not moved',
      '2026-11-17 10:06',
      '2026-11-17T15:06:30Z',
      '2026-11-17T15:06:30Z',
    ],
    ['the second of two that look alike', '2026-11-01 01:30', '2026-11-01T06:30:00Z', '2026-11-01T06:30:00Z'],
    ['what was picked else', '2026-11-17 10:07', '2026-11-17T15:06:30Z', '2026-11-17 10:07'],
  ])('is %s', (_what, picked, own, sent) => {
    expect(sentTime(picked, own, 'America/New_York')).toBe(sent)
  })
})

test.each([
  ['2027-03-14 02:30', 'America/New_York', 'The clocks skip 02:30 on that day: it will be sent at 03:00.'],
  ['2027-03-14 00:15', 'America/St_Johns', null],
  ['2027-03-14 02:30', 'America/Phoenix', null],
  ['2027-11-07 01:30', 'America/New_York', null],
  ['2027-03-14 03:00', 'America/New_York', null],
  [null, 'America/New_York', null],
])('of %s in %s is said: %s', (time, timeZone, words) => {
  expect(skippedTime(time, timeZone)).toBe(words)
})

describe('the time that is proposed for a day', () => {
  test.each<[string, string, string, Partial<Schedule>, string | null]>([
    ['is the usual one', '2026-11-22', '07:00', {}, '2026-11-22 07:00'],
    ['is the usual one of today too, where it is to come', '2026-11-21', '19:30', {}, '2026-11-21 19:30'],
    [
      'is the next step after the delay where the usual one is over',
      '2026-11-21',
      '07:00',
      {},
      '2026-11-21 12:10',
    ],
    [
      'is that also on the very minute',
      '2026-11-21',
      '12:05',
      { now: new Date('2026-11-21T17:00:00Z') },
      '2026-11-21 12:10',
    ],
    ['is none at the end of the day', '2026-11-21', '07:00', { now: new Date('2026-11-22T04:52:00Z') }, null],
    ['is none of a day that is over', '2026-11-20', '07:00', {}, null],
    ['is the next that exists where the clocks skip it', '2027-03-14', '02:30', {}, '2027-03-14 03:00'],
  ])('%s', (_what, day, usualTime, changes, expected) => {
    expect(proposeTime(day, usualTime, { ...schedule, ...changes })).toBe(expected)
  })

  test('is no input as long as nobody has changed it', () => {
    const entry = { messageName: '', textContent: '', disburseDateTime: '2026-11-22 07:00' }
    const proposed = '2026-11-22 07:00'
    const holds = (...entries: EntryValues[]) => hasInput(entries.map((values) => ({ values, proposed })))
    expect(holds(entry)).toBe(false)
    expect(holds({ ...entry, disburseDateTime: '2026-11-22 08:00' })).toBe(true)
    expect(holds(entry, { ...entry, messageName: 'A' })).toBe(true)
  })
})

describe('the time that a new text begins with', () => {
  test.each([
    ['2026-11-21T17:00:00Z', 'America/New_York', 5, '2026-11-21 13:00'],
    // Exactly the earliest is too early.
    ['2026-11-21T16:55:00Z', 'America/New_York', 5, '2026-11-21 13:00'],
    ['2026-11-21T16:54:00Z', 'America/New_York', 5, '2026-11-21 12:00'],
    ['2026-11-22T04:56:00Z', 'America/New_York', 5, '2026-11-22 01:00'],
    ['2026-11-21T17:00:00Z', 'America/St_Johns', 5, '2026-11-21 14:00'],
    ['2026-11-21T17:00:00Z', 'Asia/Kathmandu', 5, '2026-11-21 23:00'],
    ['2027-03-14T06:30:00Z', 'America/New_York', 5, '2027-03-14 03:00'],
  ])(
    'is at %s in %s the next full hour that is more than %i minutes ahead',
    (now, timeZone, delayMinutes, time) => {
      expect(nextFullHour({ now: new Date(now), timeZone, delayMinutes })).toBe(time)
    },
  )

  test.each<[string | null, string]>([
    ['2026-11-22 07:15', '2026-11-23 07:15'],
    ['2026-12-31 07:15', '2027-01-01 07:15'],
    ['2027-03-13 02:30', '2027-03-14 03:00'],
    [null, '2026-11-21 13:00'],
    ['2026-11-01 07:15', '2026-11-21 13:00'],
  ])('is after an entry at %s the same time of the next day, or else the next full hour', (last, time) => {
    expect(proposeAfter(last, schedule)).toBe(time)
  })
})
