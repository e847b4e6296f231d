import type { SaveCardAnswer } from '@almanac/contract/payments'
import { expect, test } from 'vitest'
import { afterSaveAnswer, isSaving, UNCONFIRMED_CARD } from './save-card-rules.ts'

const asked: SaveCardAnswer = { requiresAction: true, clientSecret: 'seti_1_secret', setupId: 'seti_1' }

test('a card that the bank asks about goes on with its setup', () => {
  expect(afterSaveAnswer({ paymentId: 'pm_1' }, asked)).toEqual({
    step: 'challenge',
    card: { paymentId: 'pm_1', setupId: 'seti_1' },
    clientSecret: 'seti_1_secret',
  })
})

test('a question that was put away is a refusal, not another question', () => {
  expect(afterSaveAnswer({ paymentId: 'pm_1', setupId: 'seti_1' }, asked)).toEqual({
    step: 'entering',
    refusal: UNCONFIRMED_CARD,
  })
})

test('a saved card ends it', () => {
  const payment = {
    noDefaultPayment: false,
    isStripePayment: true,
    isPaypalPayment: false,
    expMonth: 4,
    expYear: 2030,
    lastFourDigit: '4242',
    cardBrand: 'visa',
    fullName: null,
    email: null,
    message: 'Default card info added successfully.',
  }
  expect(afterSaveAnswer({ paymentId: 'pm_1' }, payment)).toEqual({ step: 'saved', payment })
})

test.each([
  [{ step: 'entering', refusal: 'No.' } as const, false],
  [{ step: 'reading' } as const, true],
  [{ step: 'sending' } as const, true],
])('%j holds the form: %s', (state, isHeld) => {
  expect(isSaving(state)).toBe(isHeld)
})
