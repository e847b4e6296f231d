// @vitest-environment happy-dom
import { readCodeDelay, verifyShortCode } from '@almanac/contract/identity'
import { getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/profile/verification-page.tsx'
import { profile, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NOT_NUMERIC = 'Verification Code must be a numeric value'

const cells = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Digit \d of 6$/ })
const code = () =>
  cells()
    .map(({ value }) => value || '_')
    .join('')
const cellInFocus = () => cells().indexOf(document.activeElement as HTMLInputElement) + 1
const proceed = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

const digitsOf = ({ body }: { body: unknown }) => (body as { emailToken: string }).emailToken

/** What a browser does for a deletion that no key event announced: it asks, and deletes where it was not held back. */
async function edit(cell: HTMLInputElement | undefined, inputType: string, { cancelable = true } = {}) {
  const asked = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable })
  await meanwhile(() => {
    cell?.focus()
    cell?.dispatchEvent(asked)
  })
  if (asked.defaultPrevented || !cell?.value) return
  await meanwhile(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(cell, '')
    cell.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }))
  })
}

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
  answer(readCodeDelay, { isDelayed: false })
  await signIn(stella)
})

test('says while email is delayed that the code will arrive late', async () => {
  answer(readCodeDelay, { isDelayed: true })
  await openCode()
  await screen.findByText(
    'Email is delayed right now. Your code will arrive late; if it no longer works then, resend it.',
  )
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

  test.each(['12 34 56', '123-456', ' 123456\n'])(
    'is taken whole as it was pasted, and sent by Enter: %j',
    async (pasted) => {
      const calls = hold(verifyShortCode)
      const { user } = await openCode()
      await user.keyboard('98')
      await user.paste(pasted)
      expect(code()).toBe('123456')
      expect(screen.queryByRole('alert')).toBeNull()
      await user.keyboard('{Enter}')
      expect(digitsOf(await nth(calls, 1))).toBe('123456')
    },
  )

  test('is taken whole where it was dropped', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { getData: () => '419 203' },
    })
    await meanwhile(() => void cells()[3]?.dispatchEvent(drop))
    expect(drop.defaultPrevented).toBe(true)
    expect(code()).toBe('419203')
    await user.click(proceed())
    expect(digitsOf(await nth(calls, 1))).toBe('419203')
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
    await user.keyboard('12345{Backspace}')
    expect(code()).toBe('1234__')
    expect(cellInFocus()).toBe(5)
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
    expect(code()).toBe('134___')
    await user.keyboard('{Home}{Backspace}{Backspace}{Backspace}{Backspace}')
    expect(code()).toBe('______')
    expect(cellInFocus()).toBe(1)
  })

  test.each(['deleteContentBackward', 'deleteByCut', 'deleteByDrag', 'deleteContentForward'])(
    'loses a digit without a key: %s',
    async (inputType) => {
      const { user } = await openCode()
      await user.keyboard('1234')
      await edit(cells()[1], inputType)
      expect(code()).toBe('134___')
      expect(cellInFocus()).toBe(2)
    },
  )

  test("is taken back by an on-screen keyboard's own deletion, from an empty cell too", async () => {
    const { user } = await openCode()
    await user.keyboard('123')
    expect(cellInFocus()).toBe(4)
    await edit(cells()[3], 'deleteContentBackward', { cancelable: false })
    expect(code()).toBe('12____')
    expect(cellInFocus()).toBe(3)
    await edit(cells()[0], 'deleteContentBackward', { cancelable: false })
    expect(code()).toBe('2_____')
  })

  test('is cut by a key', async () => {
    const { user } = await openCode()
    await user.keyboard('123{ArrowLeft}')
    await user.cut()
    expect(code()).toBe('12____')
  })

  test('is not sent by its sixth digit, which can still be corrected, but once by Enter, and stays as it is meanwhile', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    await user.keyboard('12345{Enter}')
    expect(proceed().disabled).toBe(true)
    await user.keyboard('7')
    expect(proceed().disabled).toBe(false)
    expect(calls).toHaveLength(0)
    await user.keyboard('6{Enter}{Enter}7{Backspace}')
    const call = await nth(calls, 1)
    await user.dblClick(proceed())
    expect(proceed().getAttribute('aria-disabled')).toBe('true')
    expect(code()).toBe('123456')
    expect(digitsOf(call)).toBe('123456')
    call.answer({ message: 'OTP verification is successful.' })
    await screen.findByText('Profile updated successfully')
    await arriveAt('/aurora/profile')
    expect(calls).toHaveLength(1)
  })

  test('is not sent while what was typed last is no digit', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    await user.keyboard('12345x')
    expect(screen.getByRole('alert').textContent).toBe(NOT_NUMERIC)
    expect(calls).toHaveLength(0)
    await user.keyboard('6{Enter}')
    expect(digitsOf(await nth(calls, 1))).toBe('123456')
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

  test('that is refused is sent again once it was corrected: by Enter, or by Continue', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    const refuse = async (number: number) => {
      ;(await nth(calls, number)).refuse('invalid_short_code')
      await screen.findByText('The verification code is not valid or has expired.')
    }
    await user.keyboard('123456{Enter}')
    await refuse(1)
    await user.paste('123456')
    await user.keyboard('{Home}123456{Enter}')
    expect(calls).toHaveLength(1)
    await user.keyboard('{Home}123457{Enter}')
    expect(digitsOf(await nth(calls, 2))).toBe('123457')
    await refuse(2)
    await user.keyboard('9')
    expect(calls).toHaveLength(2)
    await user.click(proceed())
    expect(digitsOf(await nth(calls, 3))).toBe('923457')
  })

  test('that met no answer is sent again as it stands', async () => {
    const calls = hold(verifyShortCode)
    const { user } = await openCode()
    await user.keyboard('123456{Enter}')
    ;(await nth(calls, 1)).drop()
    await within(screen.getByRole('region', { name: 'Notifications' })).findByRole('listitem')
    await user.click(proceed())
    expect(digitsOf(await nth(calls, 2))).toBe('123456')
  })
})
