// @vitest-environment happy-dom
import {
  type ConsumerDetails,
  type ConsumerRow,
  getConsumerDetails,
  listConsumers,
  updateConsumer,
} from '@almanac/contract/consumers'
import { editTokenBalance } from '@almanac/contract/ledger'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/consumers/consumers-page.tsx'
import { admin, pageOf } from './people.ts'
import { answer, asksBeforeUnload, fail, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const at = { at: '/admin/consumers' }
/** A consumer as the admin sees it. */
const consumer: ConsumerDetails = {
  id: 7,
  email: 'stella@mail.example',
  tempEmail: null,
  fullName: 'Stella Marsh',
  username: 'stella',
  url: 'aurora',
  contactNumber: '(218) 555-0142',
  smsPhoneNumber: '+16175550123',
  unverifiedEmail: null,
  unverifiedSmsPhoneNumber: null,
  stripeId: 'set',
  paypalPaymentToken: null,
  profilePic: null,
  tokenBalance: 3,
  defaultCategoryName: 'Leo',
  subscriptions: [{ categoryName: 'Virgo', deliveryMediums: ['sms', 'email'] }],
  consents: [
    {
      act: 'withdrawn',
      medium: 'sms',
      recipient: '+16175550123',
      categoryName: null,
      wording: 'Stop please',
      source: 'text-message',
      ipAddress: null,
      dateTime: '2026-11-18T17:00:00.000Z',
    },
    {
      act: 'given',
      medium: 'email',
      recipient: 'stella@mail.example',
      categoryName: 'Virgo',
      wording: 'By subscribing to email you agree to emails.',
      source: 'screen',
      ipAddress: '192.0.2.7',
      dateTime: '2026-11-17T17:00:00.000Z',
    },
  ],
}
/** One that has not verified the address. */
const nova: ConsumerRow = {
  id: 8,
  email: null,
  tempEmail: 'nova@mail.example',
  fullName: 'Nova Reader',
  username: 'nova',
  url: 'northstar',
}
const entityOf = (details: ConsumerDetails) => ({ ...details, consumerDetails: details })
const know = (changes: Partial<ConsumerDetails> = {}) =>
  answer(getConsumerDetails, entityOf({ ...consumer, ...changes }))

const dialog = () => within(screen.getByRole('dialog'))
const press = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name })
const field = (name: string | RegExp) => dialog().getByRole<HTMLInputElement>('textbox', { name })
const newBalance = () => dialog().getByRole('status', { name: 'New Balance' }).textContent
const alertText = async () => (await dialog().findByRole('alert')).textContent

async function openDialog(act: 'Edit' | 'View') {
  const scene = await open(Component, at)
  await scene.user.click(await screen.findByRole('button', { name: `${act} Stella Marsh` }))
  return scene
}
async function openTokens() {
  const scene = await openDialog('Edit')
  await scene.user.click(dialog().getByRole('radio', { name: 'Edit Token Balance' }))
  await dialog().findByRole('textbox', { name: 'Add tokens' })
  return scene
}
async function openProfile() {
  const scene = await openDialog('Edit')
  await dialog().findByRole('textbox', { name: 'Email' })
  return scene
}
async function replace(user: UserEvent, name: string | RegExp, text: string) {
  await user.clear(field(name))
  await user.type(field(name), text)
}

beforeEach(async () => {
  showOn('laptop')
  answer(listConsumers, pageOf<ConsumerRow>([consumer, nova]))
  know()
  await signIn(admin)
})

describe('the consumers', () => {
  test('have the columns and acts of the specification', async () => {
    await open(Component, at)
    const table = await screen.findByRole('table', { name: 'All Consumers' })
    expect(
      [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Customer Url', 'Name', 'Username', 'Email', 'Actions'],
      ['aurora', 'Stella Marsh', 'stella', 'stella@mail.example', expect.anything()],
      ['northstar', 'Nova Reader', 'nova', 'nova@mail.example (Unverified)', expect.anything()],
    ])
    const acts = within(table).getAllByRole('button')
    expect(acts.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Edit Stella Marsh',
      'View Stella Marsh',
      'Edit Nova Reader',
      'View Nova Reader',
    ])
  })

  test('are searched for by what is typed, which stands in the address', async () => {
    const { user, search } = await open(Component, at)
    await screen.findByText('stella')
    const calls = hold(listConsumers)
    await user.type(screen.getByRole('searchbox', { name: 'Search Consumers' }), 'nobody')
    const call = await nth(calls, 1)
    expect(call.query.get('searchText')).toBe('nobody')
    call.answer(pageOf<ConsumerRow>([]))
    await screen.findByText('No consumers match your search.')
    expect([search(), calls.length]).toEqual(['q=nobody', 1])
    answer(listConsumers, pageOf<ConsumerRow>([consumer]))
    await user.click(screen.getByRole('button', { name: 'Clear Search' }))
    await screen.findByText('stella')
  })
})

describe('the view of a consumer', () => {
  const facts = () =>
    [...screen.getByRole('dialog').querySelectorAll('dl > div')].map((line) =>
      [...line.children].map((part) => part.textContent),
    )

  test('has the url as its title, and all that is known', async () => {
    know({
      unverifiedEmail: 'next@mail.example',
      smsPhoneNumber: null,
      unverifiedSmsPhoneNumber: '+16175550124',
    })
    await openDialog('View')
    expect(screen.getByRole('dialog', { name: 'aurora' })).toBeDefined()
    await dialog().findByText('Leo')
    expect(facts()).toEqual([
      ['Email', 'stella@mail.examplenext@mail.example (Unverified)'],
      ['Mobile Number', '(218) 555-0142'],
      ['SMS Phone Number', '(617) 555-0124 (Unverified)'],
      ['Astrological Sign', 'Leo'],
      ['Subscriptions', 'Virgo, SMS and Email'],
      ['Default Payment', 'Card'],
      ['Token Balance', '3'],
    ])
    expect(dialog().getByText('Stella Marsh')).toBeDefined()
  })

  test('lists what was agreed to and withdrawn, newest first, word for word', async () => {
    await openDialog('View')
    const record = await dialog().findByRole('region', { name: 'Consent Record' })
    expect(
      within(record)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Withdrew all signs by SMS, \(617\) 555-0123.*, by text messageStop please$/),
      expect.stringMatching(
        /^Agreed to Virgo by email, stella@mail\.example.*, on the screen from 192\.0\.2\.7By subscribing to email/,
      ),
    ])
  })

  test('says so where nothing is on record', async () => {
    know({ consents: [] })
    await openDialog('View')
    await dialog().findByText('Nothing has been agreed to or withdrawn on record.')
  })

  test('says none of what there is none of', async () => {
    know({ smsPhoneNumber: null, defaultCategoryName: null, subscriptions: [], stripeId: null })
    await openDialog('View')
    await waitFor(() => expect(dialog().getAllByText('none')).toHaveLength(4))
  })

  test('that can not be had says why, and is asked for again', async () => {
    fail(getConsumerDetails, { message: 'The server rests.' })
    const { user } = await openDialog('View')
    expect((await dialog().findAllByText('The server rests.'))[0]?.closest('[role=alert]')).not.toBeNull()
    know()
    await user.click(press('Try again'))
    await dialog().findByText('Leo')
  })

  test('is asked for anew each time, and never shows what was known before', async () => {
    const { user } = await openDialog('View')
    await dialog().findByText('Leo')
    await user.click(
      within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement,
    )
    const calls = hold(getConsumerDetails)
    await user.click(screen.getByRole('button', { name: 'View Stella Marsh' }))
    const call = await nth(calls, 1)
    expect(dialog().queryByText('Leo')).toBeNull()
    call.answer(entityOf({ ...consumer, defaultCategoryName: 'Aries' }))
    await dialog().findByText('Aries')
  })
})

describe('a token edit', () => {
  const done = { tokenBalance: 33, message: 'Token updated successfully.' }

  test('is made once, after it has said what the balance becomes', async () => {
    const calls = hold(editTokenBalance)
    const { user } = await openTokens()
    expect(screen.getByRole('dialog', { name: 'Stella Marsh' }).textContent).toContain('aurora, stella')
    expect(newBalance()).toBe('–')
    await user.type(field('Add tokens'), '30')
    expect(newBalance()).toBe('33')
    await user.type(field(/^Reason/), ' Promised by phone ')
    const button = press('Save')
    act(() => {
      button.click()
      button.click()
    })
    const call = await nth(calls, 1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await user.keyboard('{Enter}{Escape}')
    expect(call.body).toEqual({
      numberOfTokens: 30,
      addToken: true,
      subtractToken: false,
      reason: 'Promised by phone',
      expectedTokenBalance: 3,
    })
    expect(call.idempotencyKey).toMatch(/\S{8}/)
    call.answer(done)
    await screen.findByText('Token updated successfully.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Stella Marsh'))
  })

  test('takes digits only, seven of them, in one of two fields', async () => {
    const { user } = await openTokens()
    await user.type(field('Add tokens'), '1a2.3-4')
    expect(field('Add tokens').value).toBe('1234')
    await user.type(field('Add tokens'), '56789')
    expect(field('Add tokens').value).toBe('1234567')
    await user.click(field('Subtract tokens'))
    await user.paste('1,5')
    expect([field('Add tokens').value, field('Subtract tokens').value]).toEqual(['1234567', ''])
    await user.type(field('Subtract tokens'), '2')
    expect([field('Add tokens').value, field('Subtract tokens').value]).toEqual(['', '2'])
    expect(newBalance()).toBe('1')
  })

  test('that can not be says why under its field, and is not sent', async () => {
    const calls = hold(editTokenBalance)
    const { user } = await openTokens()
    await user.click(press('Save'))
    await dialog().findByText('* Add token value can not be empty.')
    expect(document.activeElement).toBe(field('Add tokens'))
    await user.click(field('Subtract tokens'))
    await dialog().findByText('* Substract token value can not be empty.')
    expect(dialog().queryByText('* Add token value can not be empty.')).toBeNull()
    await user.type(field('Subtract tokens'), '4')
    await dialog().findByText('* Substract token value can not be greater than current balance.')
    expect(field('Subtract tokens').getAttribute('aria-invalid')).toBe('true')
    expect([newBalance(), press('Save').disabled]).toEqual(['–', true])
    await replace(user, 'Subtract tokens', '3')
    expect([newBalance(), press('Save').disabled]).toEqual(['0', false])
    await user.click(press('Save'))
    expect((await nth(calls, 1)).body).toEqual({
      numberOfTokens: 3,
      addToken: false,
      subtractToken: true,
      expectedTokenBalance: 3,
    })
  })

  test('of a balance that moved meanwhile shows the new one, and is made for it alone once asked again', async () => {
    const calls = hold(editTokenBalance)
    const { user } = await openTokens()
    await user.type(field('Subtract tokens'), '2')
    await user.click(press('Save'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('balance_changed', { tokenBalance: 1_003 }))
    expect(await alertText()).toMatch(
      /^The balance has changed from 3 to 1,003 meanwhile\. Nothing was edited\./,
    )
    await waitFor(() => expect(newBalance()).toBe('1,001'))
    expect(field('Subtract tokens').value).toBe('2')
    expect(calls).toHaveLength(1)
    await user.click(press('Save'))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ expectedTokenBalance: 1_003 })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
    await meanwhile(() => second.refuse('balance_changed', { tokenBalance: 1 }))
    // Now it is more than there is.
    await dialog().findByText('* Substract token value can not be greater than current balance.')
    expect(press('Save').disabled).toBe(true)
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const calls = hold(editTokenBalance)
    const { user } = await openTokens()
    await user.type(field('Add tokens'), '30')
    await user.click(press('Save'))
    const lost = await nth(calls, 1)
    lost.drop()
    const again = await dialog().findByRole('button', { name: 'Try again' })
    expect(await alertText()).toMatch(/nothing is done twice\.$/)
    expect([field('Add tokens').disabled, asksBeforeUnload()]).toEqual([true, true])
    expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'Edit Profile' }).disabled).toBe(true)
    await user.click(again)
    const second = await nth(calls, 2)
    expect([second.idempotencyKey, second.body]).toEqual([lost.idempotencyKey, lost.body])
    // The server had no time for it either.
    await meanwhile(() => second.fail({ message: 'Please wait.', code: 'unavailable' }, 503))
    await user.click(await dialog().findByRole('button', { name: 'Try again' }))
    const third = await nth(calls, 3)
    expect([third.idempotencyKey, third.body]).toEqual([lost.idempotencyKey, lost.body])
    await meanwhile(() => third.answer(done))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that is refused keeps what was entered, and may be made anew', async () => {
    const calls = hold(editTokenBalance)
    const { user } = await openTokens()
    await user.type(field('Subtract tokens'), '2')
    await user.type(field(/^Reason/), 'Promised')
    await user.click(press('Save'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('subtraction_too_large'))
    await dialog().findByText('* Substract token value can not be greater than current balance.')
    expect([field('Subtract tokens').value, field(/^Reason/).value]).toEqual(['2', 'Promised'])
    await replace(user, 'Subtract tokens', '1')
    await user.click(press('Save'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
    await meanwhile(() => second.refuse('not_found'))
    expect(await alertText()).toBe('This could not be found.')
  })
})

describe('an edit of the profile', () => {
  const saved = {
    ...entityOf(consumer),
    message: 'Consumer updated successfully.',
    needEmailVerification: true,
    needSmsPhoneNumberVerification: false,
  }

  test('is made of email and number, once', async () => {
    const calls = hold(updateConsumer)
    const { user } = await openProfile()
    expect([field('Email').value, field(/^SMS Phone/).value]).toEqual([
      'stella@mail.example',
      '(617) 555-0123',
    ])
    await replace(user, 'Email', 'new@mail.example')
    await user.clear(field(/^SMS Phone/))
    const button = press('Save')
    act(() => {
      button.click()
      button.click()
    })
    const call = await nth(calls, 1)
    expect(call.body).toEqual({ email: 'new@mail.example', smsPhoneNumber: '' })
    expect(call.idempotencyKey).toMatch(/\S{8}/)
    answer(listConsumers, pageOf<ConsumerRow>([{ ...consumer, fullName: 'Read Anew' }]))
    await meanwhile(() => call.answer(saved))
    await screen.findByText('Consumer updated successfully.')
    await screen.findByText('Read Anew')
    expect([calls.length, screen.queryByRole('dialog')]).toEqual([1, null])
  })

  test('says of what waits for its code that it is unverified', async () => {
    know({ unverifiedEmail: 'next@mail.example', unverifiedSmsPhoneNumber: '+16175550124' })
    await openProfile()
    expect([field('Email').value, field(/^SMS Phone/).value]).toEqual(['next@mail.example', '(617) 555-0124'])
    await dialog().findByText('(Unverified) Until then stella@mail.example is used.')
    await dialog().findByText('(Unverified) Until then (617) 555-0123 is used.')
  })

  test.each<[string, string | RegExp, string, string]>([
    ['no address', 'Email', 'nobody', 'Must be a valid email.'],
    ['no number', /^SMS Phone/, '12', 'Please enter valid US or Canada phone number.'],
  ])('with %s is not sent', async (_words, name, text, message) => {
    const calls = hold(updateConsumer)
    const { user } = await openProfile()
    await replace(user, name, text)
    await user.click(press('Save'))
    await dialog().findByText(message)
    expect([calls.length, press('Save').disabled]).toEqual([0, true])
  })

  test('of an address that another has is told under the field', async () => {
    const calls = hold(updateConsumer)
    const { user } = await openProfile()
    await replace(user, 'Email', 'taken@mail.example')
    await user.click(press('Save'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse('email_taken'))
    await dialog().findByText('This email is already in use.')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(field('Email').value).toBe('taken@mail.example')
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const calls = hold(updateConsumer)
    const { user } = await openProfile()
    await replace(user, 'Email', 'new@mail.example')
    await user.click(press('Save'))
    const lost = await nth(calls, 1)
    lost.drop()
    await user.click(await dialog().findByRole('button', { name: 'Try again' }))
    const second = await nth(calls, 2)
    expect([second.idempotencyKey, second.body]).toEqual([lost.idempotencyKey, lost.body])
    await meanwhile(() => second.answer(saved))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is kept while the other kind is looked at, and not lost unasked', async () => {
    const { user } = await openProfile()
    await replace(user, 'Email', 'new@mail.example')
    await user.click(dialog().getByRole('radio', { name: 'Edit Token Balance' }))
    await user.click(dialog().getByRole('radio', { name: 'Edit Profile' }))
    expect(field('Email').value).toBe('new@mail.example')
    await user.keyboard('{Escape}')
    const question = screen.getByRole('dialog', { name: 'Discard what you entered?' })
    await user.click(within(question).getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not begun with what can not be had, and is asked for again', async () => {
    fail(getConsumerDetails, { message: 'The server rests.' })
    const { user } = await openDialog('Edit')
    expect((await dialog().findAllByText('The server rests.'))[0]?.closest('[role=alert]')).not.toBeNull()
    expect([press('Save').disabled, dialog().queryByRole('textbox')]).toEqual([true, null])
    know()
    await user.click(press('Try again'))
    await dialog().findByRole('textbox', { name: 'Email' })
  })
})
