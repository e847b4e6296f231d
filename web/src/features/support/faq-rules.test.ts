import { describe, expect, test } from 'vitest'
import { CONSUMER_FAQ, OPERATOR_FAQ } from './faq-content.ts'
import { type FaqFacts, fillEntries, paragraphsOf, searchEntries } from './faq-rules.ts'

type Medium = FaqFacts['categories'][number]['deliveryMediums'][number]
const medium = (name: Medium['name'], numberOfTokens: number, isDisable = false): Medium => ({
  id: 1,
  name,
  numberOfTokens,
  isDisable,
})
const facts: FaqFacts = {
  companyName: 'Aurora Astrology',
  thresholdToken: 2,
  categories: [{ deliveryMediums: [medium('audio', 7), medium('sms', 1), medium('email', 1)] }],
}
const entry = (answer: string) => [{ question: 'Q', answer }]
const filled = (answer: string, changes: Partial<FaqFacts> = {}) =>
  fillEntries(entry(answer), { ...facts, ...changes })[0]?.answer

describe('placeholders', () => {
  test('stand for a name, and for numbers with their nouns', () => {
    expect(filled('{companyName}: {readingTokens}, {sunburstTokens}, {thresholdToken} or fewer.')).toBe(
      'Aurora Astrology: 7 tokens, 1 token, 2 tokens or fewer.',
    )
  })

  test('follow the tenant, also where its prices differ', () => {
    const categories = [
      { deliveryMediums: [medium('audio', 9), medium('sms', 2)] },
      { deliveryMediums: [medium('audio', 5), medium('email', 2), medium('sms', 8, true)] },
    ]
    expect(filled('{readingTokens}, {sunburstTokens}', { categories })).toBe('5 to 9 tokens, 2 tokens')
    expect(filled('{thresholdToken}', { thresholdToken: 1 })).toBe('1 token')
    expect(filled('{readingTokens}, {sunburstTokens}', { categories: [] })).toBe('7 tokens, 1 token')
  })

  test('are all known in the entries', () => {
    const texts = JSON.stringify(fillEntries([...CONSUMER_FAQ, ...OPERATOR_FAQ], facts))
    expect(texts).not.toMatch(/\{\w+\}/)
  })

  test('a company name is taken as it is', () => {
    expect(filled('{companyName}', { companyName: '$& {readingTokens}' })).toBe('$& {readingTokens}')
  })
})

describe('the search', () => {
  const entries = fillEntries(CONSUMER_FAQ, facts)
  const found = (text: string) => searchEntries(entries, text).map(({ question }) => question)

  test.each([
    ['', 7],
    ['   ', 7],
    ['sunburst?', 1],
    ['STOP', 2],
    ['yearly forecast', 1],
    ['forecast yearly', 1],
    ['aurora astrology', 2],
    ['perpetual motion', 0],
  ])('"%s" finds %i', (text, count) => {
    expect(found(text)).toHaveLength(count)
  })

  test('looks in the question and in the answer', () => {
    expect(found('new readings appear')).toEqual(['When do new readings appear?'])
    expect(found('mid-year')).toEqual(['When do new readings appear?'])
  })
})

test('a blank line divides paragraphs', () => {
  expect(paragraphsOf({ question: '', answer: 'One.\n\nTwo,\nstill two.' })).toEqual([
    'One.',
    'Two,\nstill two.',
  ])
})
