// @vitest-environment happy-dom

import { pages, paths } from '@almanac/contract/pages'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { answerTicket, listTickets, openTicket } from '@almanac/contract/support'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component as ContactPage } from '../src/features/support/contact-page.tsx'
import { Component as TicketsPage } from '../src/features/support/operator-tickets-page.tsx'
import { operator, pageOf, stella, tenant } from './people.ts'
import { answer, hold, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const ticket = {
  id: 71,
  description: 'Where is my reading?',
  email: 'stella@mail.example',
  status: 'open' as const,
  createdAt: '2026-11-18T12:00:00Z',
  answers: [],
  consumerName: 'Stella Marsh',
  username: 'stella',
}
const answered = { ...ticket, status: 'answered' as const }

beforeEach(() => {
  answer(getCustomerDetailsByUrl, tenant)
})

describe('the tickets of a tenant', () => {
  const openInbox = (search = '') =>
    open(TicketsPage, { at: `${paths.operator.tickets('aurora')}${search}`, pattern: pages.operator.tickets })
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
  const send = () => screen.getByRole('button', { name: 'Send Answer' })

  beforeEach(async () => {
    answer(listTickets, { ...pageOf([ticket]), counts: { open: 1, answered: 4 } })
    await signIn(operator)
  })

  test('are the open ones at first, with how many there are of each, and another choice is an address', async () => {
    const calls = hold(listTickets)
    const { user, search } = await openInbox()
    const first = await nth(calls, 1)
    expect(first.query.get('status')).toBe('open')
    first.answer({ ...pageOf([ticket]), counts: { open: 1, answered: 4 } })
    await screen.findByText('Where is my reading?')
    const filter = within(screen.getByRole('group', { name: 'Ticket filter' }))
    expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Open1',
      'Answered4',
      'All5',
    ])
    await user.click(filter.getByRole('button', { name: /^Answered/ }))
    expect(search()).toBe('tickets=answered')
    expect((await nth(calls, 2)).query.get('status')).toBe('answered')
    await user.click(filter.getByRole('button', { name: /^All/ }))
    expect(search()).toBe('tickets=all')
    expect((await nth(calls, 3)).query.get('status')).toBeNull()
  })

  test.each([
    ['', 'No messages are waiting for an answer.'],
    ['?tickets=answered', 'No messages have been answered yet.'],
    ['?tickets=all', 'No consumers have written yet.'],
    ['?q=moon', 'No tickets match the searched term.'],
  ])('at %j say what is not there', async (search, words) => {
    answer(listTickets, { ...pageOf([]), counts: { open: 0, answered: 0 } })
    await openInbox(search)
    await screen.findByText(words)
  })

  test.each(['is lost', 'is a failure'])(
    'an answer that %s is kept, and goes again under its key',
    async (how) => {
      const calls = hold(answerTicket)
      const { user } = await openInbox()
      await user.click(await screen.findByRole('button', { name: 'Answer ticket 71 of Stella Marsh' }))
      await user.type(field(), 'On your dashboard.')
      await user.dblClick(send())
      const first = await nth(calls, 1)
      expect(calls).toHaveLength(1)
      if (how === 'is lost') first.drop()
      else first.fail({ message: NO_ANSWER })
      await screen.findByText(NO_ANSWER)
      expect(field().value).toBe('On your dashboard.')
      await user.click(send())
      const second = await nth(calls, 2)
      expect(second.body).toEqual({ answer: 'On your dashboard.' })
      expect(second.idempotencyKey).toMatch(/\S{8}/)
      expect(second.idempotencyKey).toBe(first.idempotencyKey)
      answer(listTickets, { ...pageOf([]), counts: { open: 0, answered: 5 } })
      second.answer({ ...answered, message: 'The answer was sent.' })
      await screen.findByText('Your answer is on its way to Stella Marsh.')
      await screen.findByText('No messages are waiting for an answer.')
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Support Tickets'))
    },
  )

  test('an answer that was sent as it was before a change is told so, and goes as another one when it is sent again', async () => {
    const calls = hold(answerTicket)
    const { user } = await openInbox()
    await user.click(await screen.findByRole('button', { name: 'Answer ticket 71 of Stella Marsh' }))
    await user.type(field(), 'On your dashboard.')
    await user.click(send())
    const first = await nth(calls, 1)
    first.drop()
    await screen.findByText(NO_ANSWER)
    await user.type(field(), ' Below.')
    await user.click(send())
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    second.refuse('idempotency_mismatch', { message: 'It was already sent.' })
    await screen.findByText('It was already sent.')
    expect(field().value).toBe('On your dashboard. Below.')
    await user.click(send())
    expect((await nth(calls, 3)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('another answer has another key', async () => {
    const calls = hold(answerTicket)
    const { user } = await openInbox()
    for (const number of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: 'Answer ticket 71 of Stella Marsh' }))
      await user.type(field(), 'Yes.')
      await user.click(send())
      const call = await nth(calls, number)
      call.answer({ ...answered, message: 'The answer was sent.' })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })
})

describe('a message to the support', () => {
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  const send = () => screen.getByRole('button', { name: 'Send Message' })

  async function write(words: string) {
    const calls = hold(openTicket)
    const scene = await open(ContactPage, {
      at: paths.contactSupport('aurora'),
      pattern: pages.contactSupport,
    })
    await scene.user.type(field(), words)
    return { ...scene, calls }
  }
  const opened = { ...ticket, message: 'Message submitted' }

  beforeEach(() => signIn(stella))

  test('whose answer is lost is put back, and goes again under its key', async () => {
    const { user, calls } = await write('Hello')
    await user.dblClick(send())
    const first = await nth(calls, 1)
    expect(calls).toHaveLength(1)
    first.drop()
    await user.click(await screen.findByRole('button', { name: 'Put it back' }))
    expect(field().value).toBe('Hello')
    await user.click(send())
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(second.body).toEqual(first.body)
    second.answer(opened)
    await screen.findByRole('dialog', { name: 'Message submitted' })
  })

  test('that is written in place of one that was lost is another one, and the lost one is kept', async () => {
    const { user, calls } = await write('Hello')
    await user.click(send())
    const first = await nth(calls, 1)
    first.drop()
    await screen.findByRole('button', { name: 'Put it back' })
    await user.type(field(), 'Something else')
    await user.click(send())
    const other = await nth(calls, 2)
    expect(other.idempotencyKey).not.toBe(first.idempotencyKey)
    other.answer(opened)
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Message submitted' })).getByRole('button', {
        name: 'Back',
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Put it back' }))
    expect(field().value).toBe('Hello')
    await user.click(send())
    expect((await nth(calls, 3)).idempotencyKey).toBe(first.idempotencyKey)
  })

  test('is asked about before another screen is shown, and not once it was sent', async () => {
    const { user, calls, goTo, address } = await write('Hello')
    await goTo('/aurora/faq')
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(paths.contactSupport('aurora'))
    expect(field().value).toBe('Hello')
    await user.click(send())
    const sent = await nth(calls, 1)
    sent.answer(opened)
    await user.click(await screen.findByRole('button', { name: 'Go to Dashboard' }))
    expect(address()).toBe(paths.dashboard('aurora'))
  })

  test('after one that was sent has another key', async () => {
    const { user, calls } = await write('Hello')
    await user.click(send())
    const first = await nth(calls, 1)
    first.answer(opened)
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Message submitted' })).getByRole('button', {
        name: 'Back',
      }),
    )
    await user.type(field(), 'Hello')
    await user.click(send())
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })
})
