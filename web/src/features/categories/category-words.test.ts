import type { MediumName } from '@almanac/contract/categories'
import { expect, test } from 'vitest'
import { mediumWords } from './category-words.ts'

const medium = (name: MediumName, isDisable = false) => ({ id: 1, name, numberOfTokens: 1, isDisable })

test.each([
  [[medium('audio'), medium('sms'), medium('email')], 'Audio, SMS, Email'],
  [[medium('email'), medium('audio')], 'Audio, Email'],
  [[medium('audio'), medium('sms', true), medium('email', true)], 'Audio'],
])('a category’s mediums, in one order, without those switched off', (deliveryMediums, words) => {
  expect(mediumWords({ deliveryMediums })).toBe(words)
})
