// @vitest-environment happy-dom

import { adminChangePassword, changePassword } from '@almanac/contract/identity'
import { paths } from '@almanac/contract/pages'
import { getConsumerProfile, updateConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as ChangePassword } from '../src/features/profile/change-password-page.tsx'
import { Component } from '../src/features/profile/profile-edit-page.tsx'
import { admin, operator, profile, stella, tenant } from './people.ts'
import { answer, arriveAt, asksBeforeUnload, hold, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const SMS = 'SMS Phone Number (optional)'
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent

async function openForm() {
  const calls = hold(updateConsumerProfile)
  const scene = await open(Component, { at: paths.profileEdit('aurora') })
  await screen.findByRole('textbox', { name: 'Name' })
  return { ...scene, calls }
}

async function enter(user: UserEvent, name: string, text: string) {
  await user.clear(field(name))
  await user.type(field(name), text)
}

const saved = {
  ...profile,
  fullName: 'Stella Moon',
  message: 'Profile updated successfully',
  needEmailVerification: false,
  needSmsPhoneNumberVerification: false,
}

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  await signIn(stella)
})

describe('the profile', () => {
  test('learns which letters a name may have before it is typed', async () => {
    await openForm()
    expect(noteOf(field('Name'))).toBe('Letters and spaces only.')
  })

  test('is saved once, whatever is pressed meanwhile, and asks nobody then', async () => {
    const { user, calls } = await openForm()
    await enter(user, 'Name', 'Stella Moon')
    expect(asksBeforeUnload()).toBe(true)
    await user.click(save())
    const call = await nth(calls, 1)
    expect(save().getAttribute('aria-disabled')).toBe('true')
    expect(save().getAttribute('aria-busy')).toBe('true')
    await user.dblClick(save())
    await user.type(field('Name'), '{Enter}')
    call.answer(saved)
    await screen.findByText('Profile updated successfully')
    await arriveAt(paths.profile('aurora'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(asksBeforeUnload()).toBe(false))
    expect(calls).toHaveLength(1)
    expect(call.body).toMatchObject({ fullName: 'Stella Moon', email: profile.email, defaultCategoryId: '5' })
  })

  test('announces no success while a new address still waits for its code', async () => {
    const { user, calls } = await openForm()
    await enter(user, 'Name', 'Stella Moon')
    await user.click(save())
    ;(await nth(calls, 1)).answer({ ...saved, needEmailVerification: true })
    await arriveAt(paths.profileVerification('aurora'))
    expect(screen.queryByText('Profile updated successfully')).toBeNull()
  })

  test.each([
    ['is lost', NO_ANSWER],
    ['is a failure', 'The moon is in the way.'],
  ])('keeps what was typed where the answer %s, and can be saved again', async (_how, words) => {
    const { user, calls, address } = await openForm()
    await enter(user, 'Name', 'Stella Moon')
    await user.click(save())
    const first = await nth(calls, 1)
    if (words === NO_ANSWER) first.drop()
    else first.fail({ message: words })
    await screen.findByText(words)
    expect(field('Name').value).toBe('Stella Moon')
    expect(address()).toBe(paths.profileEdit('aurora'))
    expect(asksBeforeUnload()).toBe(true)
    await waitFor(() => expect(save().getAttribute('aria-disabled')).toBeNull())
    await user.click(save())
    const second = await nth(calls, 2)
    expect(second.body).toEqual(first.body)
  })

  const refusals = [
    ['email_taken', 'Email', 'taken@mail.example', 'This email is already in use.'],
    ['invalid_sms_phone_number', SMS, '(617) 555-0199', 'Please enter a valid US or Canada phone number.'],
  ] as const
  test.each(refusals)('refused as %s says so under its field, which has the focus', async (...refusal) => {
    const [code, name, typed, words] = refusal
    const { user, calls } = await openForm()
    await enter(user, name, typed)
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Proceed' }))
    const call = await nth(calls, 1)
    call.refuse(code, { message: words })
    await waitFor(() => expect(noteOf(field(name))).toBe(words))
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(name))
    expect(field(name).value).toBe(typed)
    expect(save().disabled).toBe(true)
    // There it stands, and is no toast beside.
    expect(screen.getAllByText(words)).toHaveLength(1)
    await user.keyboard('0')
    expect(screen.queryByText(words)).toBeNull()
  })

  test('that is wrong is not sent: the first wrong field has the focus', async () => {
    answer(getConsumerProfile, { ...profile, fullName: '', contactNumber: '' })
    const { user, calls } = await openForm()
    await user.click(field(SMS))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(field('Name'))
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(field('Mobile Number').getAttribute('aria-invalid')).toBe('true')
    expect(field('Email').getAttribute('aria-invalid')).toBeNull()
    expect(save().disabled).toBe(true)
    expect(calls).toHaveLength(0)
  })

  test('with another address is sent once that was confirmed', async () => {
    const { user, calls } = await openForm()
    await enter(user, 'Email', 'new@mail.example')
    await user.click(save())
    expect((await screen.findByRole('dialog')).textContent).toContain('new@mail.example')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(field('Email').value).toBe('new@mail.example')
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Proceed' }))
    const call = await nth(calls, 1)
    await user.dblClick(screen.getByRole('button', { name: 'Proceed' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    expect(call.body).toMatchObject({ email: 'new@mail.example' })
    expect(calls).toHaveLength(1)
  })

  test('has its numbers written as screens write them once a field was left', async () => {
    const { user, calls } = await openForm()
    expect(field(SMS).value).toBe('(617) 555-0123')
    await enter(user, 'Mobile Number', '415.555.0134')
    expect(field('Mobile Number').value).toBe('415.555.0134')
    await user.click(screen.getByRole('checkbox', { name: 'Use same number for SMS service' }))
    expect(field('Mobile Number').value).toBe('(415) 555-0134')
    expect(field(SMS).value).toBe('(415) 555-0134')
    await enter(user, 'Mobile Number', '+14155550135')
    await user.tab()
    expect(field('Mobile Number').value).toBe('(415) 555-0135')
    expect(field(SMS).value).toBe('(415) 555-0135')
    await user.click(save())
    expect((await screen.findByRole('dialog')).textContent).toContain('by SMS to (415) 555-0135.')
    expect(calls).toHaveLength(0)
  })

  test('that is not saved is asked about before one leaves', async () => {
    const { user, address } = await openForm()
    expect(asksBeforeUnload()).toBe(false)
    await enter(user, 'Name', 'Stella Moon')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(paths.profileEdit('aurora'))
    expect(field('Name').value).toBe('Stella Moon')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await arriveAt(paths.profile('aurora'))
  })
})

describe.each([
  [stella, paths.profilePassword('aurora'), changePassword, 'Error While Updaing Password'],
  [operator, paths.operator.profilePassword('aurora'), changePassword, 'Error While Updaing Password'],
  [admin, paths.admin.profilePassword(), adminChangePassword, 'Error While Updaing Password of Admin'],
] as const)('the password of $username', (person, at, endpoint, words) => {
  test('is changed once, whatever is pressed meanwhile; where it is not, the screen or the server says so', async () => {
    await signIn(person)
    const calls = hold(endpoint)
    const { user } = await open(ChangePassword, { at })
    const act = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change Password' })
    const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
    await type('Current Password', 'almanac-demo')
    await type('New Password', 'a-long-password')
    await type('Confirm New Password', 'a-long-password')
    await user.click(act())
    const first = await nth(calls, 1)
    expect(act().getAttribute('aria-disabled')).toBe('true')
    await user.dblClick(act())
    first.fail()
    await screen.findByText(words)
    await waitFor(() => expect(act().getAttribute('aria-disabled')).toBeNull())
    expect(calls).toHaveLength(1)

    await user.click(act())
    ;(await nth(calls, 2)).fail({ message: 'The moon is in the way.' })
    await screen.findByText('The moon is in the way.')
    await user.click(act())
    ;(await nth(calls, 3)).answer({ message: 'Password changed successfully' })
    await screen.findByText('Password changed successfully')
    await arriveAt(at.replace('/change-password', ''))
  })
})
