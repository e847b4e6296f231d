import type { Outlook } from '@almanac/contract/rehearsal'
import { describe, expect, test } from 'vitest'
import {
  automaticText,
  countWords,
  coverageHead,
  coverageText,
  isRunningOut,
  nextWords,
} from './outlook-rules.ts'

const clock = { now: new Date('2026-11-23T17:00:00Z'), timeZone: 'America/New_York' }

const sign = {
  consumerCategoryId: 3,
  categoryName: 'Leo',
  mediums: ['sms' as const, 'email' as const],
  scheduled: 3,
  covered: 3,
  nextDateTime: '2026-11-24T12:00:00.000Z',
  next: [
    { medium: 'sms' as const, dateTime: '2026-11-24T12:00:00.000Z' },
    { medium: 'email' as const, dateTime: '2026-11-24T12:00:00.000Z' },
  ],
}

const outlook = (values: Partial<Outlook> = {}): Outlook => ({
  tokenBalance: 6,
  signs: [sign],
  tokens: 6,
  lastDateTime: '2026-11-26T12:00:00.000Z',
  coveredUntilDateTime: '2026-11-26T12:00:00.000Z',
  firstUncovered: null,
  automatic: null,
  ...values,
})

const short = outlook({
  tokenBalance: 3,
  coveredUntilDateTime: '2026-11-24T12:00:00.000Z',
  firstUncovered: { dateTime: '2026-11-25T12:00:00.000Z', categoryName: 'Leo', comesBy: null },
})

describe('how far the balance goes', () => {
  test.each([
    [
      'all of it',
      outlook(),
      'Covered until Thursday, November 26',
      'You have 6 tokens: enough for all 3 Sunbursts that are scheduled, which take 6.',
    ],
    [
      'a part',
      short,
      'Covered until Tuesday, November 24',
      'You have 3 tokens, and what is scheduled takes 6. Unless you purchase more, Leo of Wednesday, November 25 is skipped.',
    ],
    [
      'one medium of two',
      {
        ...short,
        firstUncovered: {
          dateTime: '2026-11-24T12:00:00.000Z',
          categoryName: 'Leo',
          comesBy: 'sms' as const,
        },
      },
      'Your tokens run out on Tuesday, November 24',
      'You have 3 tokens, and what is scheduled takes 6. Unless you purchase more, Leo of Tuesday, November 24 comes by SMS only.',
    ],
    [
      'nothing',
      { ...short, coveredUntilDateTime: null, tokenBalance: 0 },
      'Your next Sunbursts are not covered',
      'You have 0 tokens, and what is scheduled takes 6. Unless you purchase more, Leo of Wednesday, November 25 is skipped.',
    ],
    [
      'what is not scheduled',
      outlook({ signs: [], lastDateTime: null, coveredUntilDateTime: null }),
      'Nothing is scheduled yet',
      'Once Sunbursts of your signs are scheduled, you see here how far your tokens go.',
    ],
  ])('covers %s', (_, seen, head, text) => {
    expect([coverageHead(seen, clock), coverageText(seen, clock)]).toEqual([head, text])
  })

  test('is running out where something is not covered and nothing is bought by itself', () => {
    const automatic = {
      packageName: 'Starter',
      numberOfTokens: 28,
      price: 22.4,
      purchases: 1,
      firstDateTime: '2026-11-24T12:00:00.000Z',
      isCovered: true,
    }
    expect([isRunningOut(outlook()), isRunningOut(short)]).toEqual([false, true])
    expect(isRunningOut({ ...short, automatic })).toBe(false)
    expect(isRunningOut({ ...short, automatic: { ...automatic, isCovered: false } })).toBe(true)
    expect(automaticText({ ...short, automatic }, clock)).toBe(
      'Automatic purchase is on: by what is scheduled, Starter (28 tokens for $22.40) is bought once, first on Tuesday, November 24. Then all of it is covered.',
    )
    expect(automaticText(short, clock)).toBeNull()
  })

  test('is said of each sign, with what comes next', () => {
    expect(nextWords(sign, clock)).toBe('Next tomorrow, 7:00 AM, by SMS and email')
    const [sms, email] = sign.next
    const held = { medium: 'sms' as const, dateTime: '2026-11-24T13:00:00.000Z' }
    expect(nextWords({ ...sign, next: email ? [email, held] : [] }, clock)).toBe(
      'Next tomorrow, 7:00 AM, by email; tomorrow, 8:00 AM, by SMS',
    )
    expect(nextWords({ ...sign, next: sms ? [sms] : [] }, clock)).toBe('Next tomorrow, 7:00 AM, by SMS')
    expect([countWords(sign), countWords({ ...sign, covered: 1 })]).toEqual(['3 scheduled', '1 of 3 covered'])
  })
})
