import { expect, test } from 'vitest'
import { changesOf, type FieldChange, type Json } from './audit-rules.ts'

const line = ({ name, before, after, isChanged }: FieldChange) =>
  `${isChanged ? '*' : ' '} ${name}: ${before} -> ${after}`

test.each<[string, Json, Json, string[]]>([
  [
    'something new',
    null,
    { audioName: 'Door', tokens: 0 },
    ['* Audio name: null -> Door', '* Tokens: null -> 0'],
  ],
  ['something gone', { name: 'Door' }, null, ['* Name: Door -> null']],
  [
    'what has changed, before what has not',
    { same: 1, full_name: 'Ada', smsPhoneNumber: null },
    { same: 1, full_name: 'Eve', smsPhoneNumber: '+1' },
    ['* Full name: Ada -> Eve', '* Sms phone number: none -> +1', '  Same: 1 -> 1'],
  ],
  [
    'nested fields, lists and names that are no fields',
    { categories: { 'Cancer | Leo': 2 }, mediums: ['sms'] },
    { categories: { 'Cancer | Leo': 3 }, mediums: ['sms', 'email'], rest: [] },
    [
      '* Categories › Cancer | Leo: 2 -> 3',
      '* Mediums › 2: null -> email',
      '* Rest: null -> none',
      '  Mediums › 1: sms -> sms',
    ],
  ],
  [
    'an empty text and a flag',
    { text: 'x', isOn: true },
    { text: '', isOn: false },
    ['* Text: x -> empty', '* Is on: yes -> no'],
  ],
  [
    'an instant, and a text that is none',
    null,
    { startsAt: '2026-11-23T14:00:00.000Z', day: '2026-11-23' },
    ['* Starts at: null -> Nov 23, 2026 09:00', '* Day: null -> 2026-11-23'],
  ],
  ['a plain value', 'one', 'two', ['* Value: one -> two']],
  ['nothing', null, null, []],
])('%s', (_name, before, after, lines) => {
  expect(changesOf(before, after, 'America/New_York').map(line)).toEqual(lines)
})
