// @vitest-environment happy-dom

import { getTextReport, listTextDeliveries } from '@almanac/contract/delivery'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import {
  copyShortText,
  deleteShortText,
  getShortTextSettings,
  type ListedShortText,
  listShortTexts,
  updateShortText,
} from '@almanac/contract/texts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ShortTextTab } from '../src/features/texts/short-text-tab.tsx'
import { operator, pageOf, tenant, textReport } from './people.ts'
import { answer, asksBeforeUnload, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const inTwoDays = new Date(Date.now() + 48 * 3_600_000)
inTwoDays.setUTCSeconds(30, 0)
const text: ListedShortText = {
  id: 41,
  messageName: 'Before noon',
  textContent: 'Make the call before noon.',
  disburseDateTime: inTwoDays.toISOString(),
  status: 'scheduled',
  deliveries: null,
}
const sent: ListedShortText = {
  ...text,
  id: 42,
  status: 'sent',
  deliveries: { failed: 3, unknown: 2, heldUntil: null },
}
const { id: _id, status: _status, deliveries: _deliveries, ...content } = text

const dialog = (name: string) => screen.getByRole('dialog', { name })
const button = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole<HTMLButtonElement>('button', { name })
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Message Name' })
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })

async function openTab(texts: ListedShortText[] = [text]) {
  answer(listShortTexts, pageOf(texts))
  const scene = await open(() => createElement(ShortTextTab, { categoryId: 5 }), {
    at: '/aurora/customer/categories/5',
    pattern: '/:customerUrl/customer/categories/:categoryId',
  })
  await screen.findByRole('table')
  return scene
}

/** The details of a text that was sent. */
async function openSent() {
  const scene = await openTab([sent])
  await scene.user.click(button('Sent'))
  await screen.findByRole('table', { name: 'Sent short texts' })
  await scene.user.click(button('View Before noon'))
  return scene
}

/** By the menu of the row. */
async function choose(user: UserEvent, act: string) {
  await user.click(button('Actions for Before noon'))
  await user.click(screen.getByRole('menuitem', { name: act }))
}

async function openEdit() {
  const calls = hold(updateShortText)
  const scene = await openTab()
  await choose(scene.user, 'Edit')
  await waitFor(() => dialog('Edit Short Text'))
  await screen.findByRole('textbox', { name: 'Message Name' })
  return { ...scene, calls }
}

/** Chooses noon of the tenth in the month after next. */
async function pickTime(user: UserEvent) {
  await user.click(button('Calendar Schedule Date & Time'))
  const press = (selector: string) => user.click(document.querySelector(selector) as Element)
  await press('[aria-label="Next month"]')
  await press('[aria-label="Next month"]')
  await press('[role=gridcell] [aria-label*=" 10, "]')
  await press('[data-type=hour]')
  await user.keyboard('1200')
}

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getShortTextSettings, { scheduleDelayMinutes: 5, timeZone: 'America/New_York', usualTime: '07:00' })
  await signIn(operator)
})

describe('a short text that has not been sent', () => {
  test('is edited, copied and deleted from its row and from its details', async () => {
    const { user } = await openTab()
    await user.click(button('Actions for Before noon'))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'View',
      'Edit',
      'Copy',
      'Delete',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'View' }))
    const details = dialog('Before noon')
    for (const [act, title] of [
      ['Edit', 'Edit Short Text'],
      ['Copy', 'Copy Short Text'],
      ['Delete', 'Delete this short text?'],
    ] as const) {
      await user.click(button(act, details))
      await waitFor(() => dialog(title))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
      expect(document.activeElement).toBe(button(act, details))
    }
  })

  test.each([
    [null, 'Sending'],
    ['2026-11-18T13:00:00.000Z', 'Held until 08:00'],
  ])('that is held until %s is said to be: %s', async (heldUntil, words) => {
    await openTab([{ ...text, status: 'sending', deliveries: { failed: 0, unknown: 0, heldUntil } }])
    expect(within(screen.getByRole('table')).getByText(words)).toBeDefined()
  })

  test('with a long name is cut short in the list, where all of it is under the pointer', async () => {
    const messageName = 'A name of all that it says '.repeat(4).trim()
    await openTab([{ ...text, messageName }])
    expect(within(screen.getByRole('table')).getByTitle(messageName).textContent).toBe(messageName)
  })

  test('that is being sent is only looked at and copied, as one that was sent', async () => {
    const { user } = await openTab([
      { ...text, status: 'sending', deliveries: { failed: 0, unknown: 0, heldUntil: null } },
    ])
    await user.click(button('Actions for Before noon'))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['View', 'Copy'])
    await user.keyboard('{Escape}')
    answer(listShortTexts, pageOf([sent]))
    await user.click(button('Sent'))
    await screen.findByRole('table', { name: 'Sent short texts' })
    expect(button('View Before noon')).toBeDefined()
    expect(button('Copy Before noon')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Edit Before noon' })).toBeNull()
  })
})

describe('an edit', () => {
  test('is sent once, with what it was made of and the very time that was not touched', async () => {
    const { user, calls } = await openEdit()
    expect(textField().value).toBe(text.textContent)
    await user.type(nameField(), ' sharp')
    await user.click(button('Save'))
    const call = await nth(calls, 1)
    await user.dblClick(button('Save'))
    await user.type(nameField(), '{Enter}')
    expect(call.body).toEqual({ ...content, messageName: 'Before noon sharp', expected: content })
    call.answer({
      message: 'Short text updated successfully.',
      data: { ...content, id: 41, status: 'scheduled' },
    })
    await screen.findByText('Short text updated successfully.')
    expect(screen.queryByRole('dialog', { name: 'Edit Short Text' })).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test.each([
    ['is lost', NO_ANSWER],
    ['says that it is locked', 'This short text is about to be sent, so it can no longer be changed.'],
  ])('whose answer %s keeps what was entered, and can be sent again', async (_how, words) => {
    const { user, calls } = await openEdit()
    await user.type(textField(), ' Now.')
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    if (words === NO_ANSWER) first.drop()
    else first.refuse('text_locked')
    await screen.findByText(words)
    expect(textField().value).toBe('Make the call before noon. Now.')
    await waitFor(() => expect(button('Save').disabled).toBe(false))
    await user.click(button('Save'))
    expect((await nth(calls, 2)).body).toEqual(first.body)
  })

  test('of what somebody else has changed shows theirs first, and replaces it when it is saved again', async () => {
    const { user, calls } = await openEdit()
    await user.type(nameField(), ' of mine')
    await user.click(button('Save'))
    const theirs = { ...content, messageName: 'Theirs', textContent: 'Write the letter.' }
    ;(await nth(calls, 1)).refuse('text_changed', theirs)
    await screen.findByText('Someone else has changed this text to:')
    expect(screen.getByText('Theirs: Write the letter.')).toBeDefined()
    expect(nameField().value).toBe('Before noon of mine')
    await user.click(button('Save'))
    expect((await nth(calls, 2)).body).toMatchObject({
      messageName: 'Before noon of mine',
      expected: theirs,
    })
  })

  test.each(['Edit', 'Copy', 'Delete'] as const)(
    'that was deleted meanwhile is named, and nothing of it stays: %s',
    async (act) => {
      const { user } = await openTab()
      const calls = hold({ Edit: updateShortText, Copy: copyShortText, Delete: deleteShortText }[act])
      await user.click(button('Before noon'))
      const details = dialog('Before noon')
      await user.click(button(act, details))
      const asked = dialog(act === 'Delete' ? 'Delete this short text?' : `${act} Short Text`)
      if (act !== 'Delete') await user.type(nameField(), ' of mine')
      if (act === 'Copy') await pickTime(user)
      await user.click(button(act === 'Edit' ? 'Save' : act, asked))
      answer(listShortTexts, pageOf([]))
      const call = await nth(calls, 1)
      await meanwhile(() => call.refuse('not_found'))
      await screen.findByText('“Before noon” was deleted meanwhile.')
      await screen.findByText('No short texts are waiting to be sent.')
      expect(screen.queryByText('This could not be found.')).toBeNull()
      expect(screen.queryAllByRole('dialog')).toEqual([])
      expect(document.activeElement?.textContent).toBe('New Short Text')
    },
  )

  test('that is not saved is asked about before it is lost', async () => {
    const { user, goTo, address } = await openEdit()
    const at = address()
    await user.type(nameField(), '!')
    expect(asksBeforeUnload()).toBe(true)
    await user.keyboard('{Escape}')
    expect(dialog('Discard what you entered?')).toBeDefined()
    await user.click(button('Keep Editing'))
    await goTo('/aurora/customer/faq')
    expect(address()).toBe(at)
    await user.click(button('Discard'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Short Text' })).toBeNull())
  })
})

describe('a copy', () => {
  async function openCopy() {
    const calls = hold(copyShortText)
    const scene = await openTab()
    await choose(scene.user, 'Copy')
    await waitFor(() => dialog('Copy Short Text'))
    await screen.findByRole('button', { name: 'Calendar Schedule Date & Time' })
    return { ...scene, calls }
  }

  test('has another name and time, but the same text, and is made once though its answer was lost', async () => {
    const { user, calls } = await openCopy()
    expect(textField().readOnly).toBe(true)
    await user.type(textField(), 'x')
    expect(textField().value).toBe(text.textContent)
    expect(within(dialog('Copy Short Text')).getByText('1 SMS')).toBeDefined()
    await user.type(nameField(), ' again')
    await pickTime(user)
    await user.click(button('Copy', dialog('Copy Short Text')))
    const first = await nth(calls, 1)
    first.drop()
    await screen.findByText(NO_ANSWER)
    await waitFor(() => expect(button('Copy', dialog('Copy Short Text')).disabled).toBe(false))
    await user.click(button('Copy', dialog('Copy Short Text')))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect([second.idempotencyKey, second.body]).toEqual([first.idempotencyKey, first.body])
    expect(second.body).toEqual({
      messageName: 'Before noon again',
      disburseDateTime: expect.stringMatching(/^\d{4}-\d\d-10 12:00$/),
      shortTextId: 41,
    })
    second.answer({
      message: 'Short text copied successfully.',
      data: { ...content, id: 43, status: 'scheduled' },
    })
    await screen.findByText('Short text copied successfully.')
    expect(screen.queryByRole('dialog', { name: 'Copy Short Text' })).toBeNull()
  })

  test('that was made otherwise before, as the server says, is made under another key next', async () => {
    const { user, calls } = await openCopy()
    await pickTime(user)
    await user.click(button('Copy', dialog('Copy Short Text')))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('idempotency_mismatch'))
    await waitFor(() => expect(button('Copy', dialog('Copy Short Text')).disabled).toBe(false))
    await user.click(button('Copy', dialog('Copy Short Text')))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('without a time says so, and is not sent', async () => {
    const { user, calls } = await openCopy()
    await user.click(button('Copy', dialog('Copy Short Text')))
    expect(screen.getByText('Schedule date and time is required.')).toBeDefined()
    expect(calls).toHaveLength(0)
  })
})

describe('deleting', () => {
  async function openDelete() {
    const calls = hold(deleteShortText)
    const scene = await openTab()
    await choose(scene.user, 'Delete')
    await waitFor(() => dialog('Delete this short text?'))
    return { ...scene, calls, question: dialog('Delete this short text?') }
  }

  test('asks first, with Cancel under the finger, and is done once', async () => {
    const { user, calls, question } = await openDelete()
    expect(document.activeElement).toBe(button('Cancel', question))
    await user.dblClick(button('Delete', question))
    const call = await nth(calls, 1)
    expect(calls).toHaveLength(1)
    answer(listShortTexts, pageOf([]))
    call.answer({ message: 'Short text deleted successfully.' })
    await screen.findByText('Short text deleted successfully.')
    await screen.findByText('No short texts are waiting to be sent.')
    expect(screen.queryByRole('dialog', { name: 'Delete this short text?' })).toBeNull()
  })

  test('leads on to the next text, at the end to the one before, and at last to a new one', async () => {
    const [first, second, third] = [1, 2, 3].map((id) => ({ ...text, id, messageName: `Text ${id}` }))
    let there = [first, second, third] as ListedShortText[]
    const { user } = await openTab(there)
    const calls = hold(deleteShortText)
    const remove = async (gone: ListedShortText | undefined) => {
      await user.click(button(`Actions for ${gone?.messageName}`))
      await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
      await user.click(button('Delete', dialog('Delete this short text?')))
      there = there.filter((one) => one !== gone)
      answer(listShortTexts, pageOf(there))
      const call = await nth(calls, 3 - there.length)
      await meanwhile(() => call.answer({ message: 'Short text deleted successfully.' }))
      await waitFor(() => expect(screen.queryByText(gone?.messageName ?? '')).toBeNull())
      return document.activeElement?.textContent
    }
    expect(await remove(second)).toBe('Text 3')
    expect(await remove(third)).toBe('Text 1')
    expect(await remove(first)).toBe('New Short Text')
  })

  test('whose answer was lost is tried again, and found done', async () => {
    const { user, calls, question } = await openDelete()
    await user.click(button('Delete', question))
    ;(await nth(calls, 1)).drop()
    await screen.findByText(NO_ANSWER)
    await waitFor(() => expect(button('Delete', question).disabled).toBe(false))
    await user.click(button('Delete', question))
    ;(await nth(calls, 2)).refuse('not_found')
    await screen.findByText('Short text deleted successfully.')
    expect(screen.queryByText('This could not be found.')).toBeNull()
  })

  test('what is locked by now says so, and stays', async () => {
    const { user, calls, question } = await openDelete()
    await user.click(button('Delete', question))
    ;(await nth(calls, 1)).refuse('text_locked')
    await screen.findByText('This short text is about to be sent, so it can no longer be changed.')
    await user.click(button('Cancel', question))
    expect(button('Actions for Before noon')).toBeDefined()
  })
})

describe('the counter', () => {
  const curly = `“${'x'.repeat(80)}”`

  test('says how many SMS it is, and one press makes it fewer; another brings the quotes back', async () => {
    const { user } = await openEdit()
    await user.clear(textField())
    await user.click(textField())
    await user.paste(curly)
    expect(screen.getByText('Word Counts: 82/160 (Max)')).toBeDefined()
    expect(screen.getByText('2 SMS')).toBeDefined()
    expect(screen.getByText('“ ” make this 2 SMS instead of 1.')).toBeDefined()
    textField().setSelectionRange(5, 5)
    await user.click(button('Use straight quotes'))
    expect(textField().value).toBe(curly.replaceAll(/[“”]/g, '"'))
    expect(screen.getByText('1 SMS')).toBeDefined()
    expect(document.activeElement).toBe(textField())
    expect(textField().selectionStart).toBe(5)
    await user.click(button('Undo'))
    expect(textField().value).toBe(curly)
    expect(textField().selectionStart).toBe(5)
    button('Use straight quotes').focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Undo'))
    await user.type(textField(), '!')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('keeps the caret where dots become three', async () => {
    const { user } = await openEdit()
    await user.clear(textField())
    await user.click(textField())
    await user.paste(`…${'x'.repeat(80)}`)
    textField().setSelectionRange(3, 3)
    await user.click(button('Use plain characters'))
    expect(textField().value.startsWith('...xx')).toBe(true)
    expect(textField().selectionStart).toBe(5)
    await user.click(button('Undo'))
    expect(textField().selectionStart).toBe(3)
  })
})

describe('the report of a text that was sent', () => {
  const row = {
    id: 9,
    username: 'stella',
    fullName: 'Stella Marsh',
    messages: [
      {
        medium: 'sms' as const,
        recipient: '+1******0142',
        fate: 'failed' as const,
        dateTime: '2026-11-25T12:00:02Z',
        reason: 'The number is not in use.',
        tokensTaken: 1,
        tokensReturned: 1,
      },
    ],
  }

  test('opens the rows of each number by keyboard too, and closing them leads back to it', async () => {
    answer(getTextReport, textReport())
    const calls = hold(listTextDeliveries)
    const { user } = await openSent()
    await screen.findByRole('button', { name: /^Failed 3/ })
    const opens: [RegExp, string, Record<string, string>][] = [
      [/^1,100 subscribers$/, 'Subscribers', { state: 'recipients' }],
      [/^Delivered 1,200/, 'Delivered', { state: 'delivered' }],
      [/^2 Failed The number is not in use\.$/, 'Failed', { state: 'failed', reason: 'not-in-use' }],
      [/^3 returned$/, 'Tokens Returned', { state: 'returned' }],
    ]
    for (const [index, [name, title, query]] of opens.entries()) {
      const number = screen.getByRole('button', { name })
      number.focus()
      await user.keyboard('{Enter}')
      const call = await nth(calls, index + 1)
      expect(Object.fromEntries(call.query)).toMatchObject(query)
      await meanwhile(() => call.answer(pageOf([row])))
      const rows = dialog(title)
      await within(rows).findByText('Stella Marsh')
      expect(rows.textContent).toContain('The number is not in use.')
      await user.keyboard('{Escape}')
      expect(screen.queryByRole('dialog', { name: title })).toBeNull()
      expect(document.activeElement).toBe(screen.getByRole('button', { name }))
    }
  })

  test('that could not be read is asked for again', async () => {
    const calls = hold(getTextReport)
    const { user } = await openSent()
    await meanwhile(() => calls[0]?.fail({ message: 'The moon is in the way.' }, 400))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await meanwhile(() => calls[1]?.answer(textReport()))
    await screen.findByRole('button', { name: /^Failed 3/ })
  })
})
