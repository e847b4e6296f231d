// @vitest-environment happy-dom
import { verifyShortCode } from '@almanac/contract/identity'
import { getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/profile/verification-page.tsx'
import { profile, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, nth, open, signIn } from './scene.ts'

const NOT_NUMERIC = 'Verification Code must be a numeric value'

const cells = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Digit \d of 6$/ })
const code = () =>
  cells()
    .map(({ value }) => value || '_')
    .join('')
const cellInFocus = () => cells().indexOf(document.activeElement as HTMLInputElement) + 1
const proceed = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

/** The person who has a code to enter stands in its first cell. */
async function openCode() {
  const scene = await open(Component, { at: '/aurora/profile/edit/verification' })
  await screen.findByRole('group', { name: 'Verification Code' })
  expect(cellInFocus()).toBe(1)
  return scene
}

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, { ...profile, unverifiedEmail: 'new@mail.example' })
  await signIn(stella)
})

describe('a code', () => {
  test('takes no letter, and says so until a digit is typed', async () => {
    const { user } = await openCode()
    await user.keyboard('1x')
    expect(code()).toBe('1_____')
    expect(screen.getByRole('alert').textContent).toBe(NOT_NUMERIC)
    expect(cellInFocus()).toBe(2)
    await user.keyboard('2')
    expect(code()).toBe('12____')
    expect(screen.queryByText(NOT_NUMERIC)).toBeNull()
  })

  test.each(['12 34 56', '123-456', ' 123456\n'])('is taken whole as it was pasted: %j', async (pasted) => {
    const { user } = await openCode()
    await user.keyboard('98')
    await user.paste(pasted)
    expect(code()).toBe('123456')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(proceed().disabled).toBe(false)
  })

  test('that was pasted with letters is refused, what was typed stays, and the sentence does too', async () => {
    const { user } = await openCode()
    await user.keyboard('98')
    await user.paste('12 34 5O')
    expect(code()).toBe('98____')
    expect(screen.getByRole('alert').textContent).toBe(NOT_NUMERIC)
    expect(proceed().disabled).toBe(true)
  })

  test('is taken back cell by cell, and has no hole', async () => {
    const { user } = await openCode()
    await user.keyboard('123456{Backspace}{Backspace}')
    expect(code()).toBe('1234__')
    expect(cellInFocus()).toBe(5)
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
    expect(code()).toBe('134___')
    await user.keyboard('{Home}{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(code()).toBe('______')
    expect(cellInFocus()).toBe(1)
  })

  test('is sent when it is whole, once', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    await user.keyboard('12345{Enter}')
    expect(proceed().disabled).toBe(true)
    await user.keyboard('6{Enter}{Enter}')
    const call = await nth(calls, 1)
    await user.dblClick(proceed())
    expect(proceed().getAttribute('aria-disabled')).toBe('true')
    expect(call.body).toEqual({ username: 'stella', emailToken: '123456' })
    call.answer({ message: 'Verified.' })
    await screen.findByText('Profile updated successfully')
    await arriveAt('/aurora/profile')
    expect(calls).toHaveLength(1)
  })

  test('that is refused stands with its sentence until it is changed, and the focus is at its start', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    await user.keyboard('123456{Enter}')
    const call = await nth(calls, 1)
    call.refuse('invalid_short_code')
    await screen.findByText('The verification code is not valid or has expired.')
    expect(code()).toBe('123456')
    expect(cellInFocus()).toBe(1)
    expect(proceed().disabled).toBe(true)
    await user.keyboard('7')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(code()).toBe('723456')
    expect(proceed().disabled).toBe(false)
  })
})
