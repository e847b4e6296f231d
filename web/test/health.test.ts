// @vitest-environment happy-dom
import {
  decideHeld,
  type PlatformHealth,
  type RestoreReport,
  readPlatformHealth,
  retryJob,
} from '@almanac/contract/operations'
import { replayPaymentEvent } from '@almanac/contract/refunds'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agoOf } from '../src/features/operations/caller-rules.ts'
import { Component } from '../src/features/operations/health-page.tsx'
import { formatDateTime } from '../src/ui/format.ts'
import { holdTime, pass, releaseTime } from './held-time.ts'
import { admin } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const match = {
  provider: 'stripe' as const,
  day: '2026-11-22',
  matchedAt: '2026-11-23T06:00:00.000Z',
  payments: 12,
  refunds: 1,
  differences: [],
}
const nothing = { payments: 0, refunds: 0, messages: 0 }
const well: PlatformHealth = {
  readAt: '2026-11-23T14:00:00.000Z',
  figures: {
    deliveries: {
      due: 2,
      held: 3,
      sending: 1,
      sent: 1_200,
      delivered: 800,
      undeliverable: 4,
      unknown: 0,
      skipped: 5,
      doubtful: 0,
    },
    messages: { waiting: 1, held: 0, failed: 0 },
    events: { waiting: 0, unhandled: 0 },
    autoPurchases: { declined: 2, bank: 0, price: 1, dispute: 0 },
    matches: { balanced: 7, unbalanced: 0 },
    jobs: { well: 1, failing: 0, overdue: 0 },
  },
  deliveriesDueSince: '2026-11-23T13:59:50.000Z',
  payments: { latest: [match], unbalanced: [], automaticPurchasesStopped: null, events: [] },
  callers: [
    { name: 'stripe', lastHeardAt: '2026-11-23T13:55:00.000Z', untold: nothing, isSilent: false },
    { name: 'paypal', lastHeardAt: null, untold: nothing, isSilent: false },
    { name: 'sms', lastHeardAt: '2026-11-23T13:59:00.000Z', untold: nothing, isSilent: false },
  ],
  doubtedBounces: [],
  restore: null,
  jobs: [
    {
      name: 'end-texts',
      everySeconds: 30,
      state: 'well',
      lastSuccessAt: '2026-11-23T13:59:00.000Z',
      lastFailureAt: null,
      failure: null,
    },
  ],
}
const event = {
  provider: 'stripe' as const,
  eventId: 'evt_7',
  type: 'charge.odd',
  error: 'nobody handles charge.odd yet',
  attempts: 3,
  receivedAt: '2026-11-23T10:00:00.000Z',
  isParked: true,
}
const ill: PlatformHealth = {
  ...well,
  figures: {
    ...well.figures,
    deliveries: { ...well.figures.deliveries, unknown: 1 },
    messages: { waiting: 1, held: 0, failed: 2 },
    events: { waiting: 0, unhandled: 1 },
    matches: { balanced: 6, unbalanced: 1 },
    jobs: { well: 0, failing: 1, overdue: 1 },
  },
  deliveriesDueSince: '2026-11-23T13:00:00.000Z',
  payments: {
    latest: [match],
    unbalanced: [
      {
        ...match,
        day: '2026-11-20',
        differences: [
          { what: 'taken there, and not paid here', purchaseId: 7, refundId: null, providerId: 'pi_7' },
        ],
      },
    ],
    automaticPurchasesStopped: {
      reason: 'The books of payments do not agree.',
      since: '2026-11-21T06:00:00.000Z',
    },
    events: [event],
  },
  jobs: [
    {
      name: 'sweep-files',
      everySeconds: 3_600,
      state: 'failing',
      lastSuccessAt: null,
      lastFailureAt: '2026-11-23T13:00:00.000Z',
      failure: 'The store is away.',
    },
    { ...(well.jobs[0] as PlatformHealth['jobs'][number]), state: 'overdue' },
  ],
}

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const part = (name: string) => within(screen.getByRole('region', { name }))
/** The figures of a part, as they are read. */
const figuresOf = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map((figure) => [
    figure.querySelector('dt')?.textContent,
    figure.querySelector('dd')?.textContent,
  ])

beforeEach(async () => {
  showOn('laptop')
  await signIn(admin)
})

describe('the health page', () => {
  test('shows every figure, each with what it means, and that all is well', async () => {
    answer(readPlatformHealth, well)
    await open(Component, { at: '/admin/health' })
    expect(await screen.findByText('All is well. Nothing here waits for a person.')).toBeDefined()
    expect(figuresOf('Sunbursts')).toEqual([
      ['Due', '2'],
      ['Held', '3'],
      ['Being sent', '1'],
      ['Sent', '1,200'],
      ['Delivered', '800'],
      ['Failed', '4'],
      ['Unknown', '0'],
      ['Skipped', '5'],
    ])
    expect(figuresOf('Automatic purchases')).toEqual([
      ['Declined', '2'],
      ['Waiting for the bank', '0'],
      ['Price changed', '1'],
      ['Held by a dispute', '0'],
    ])
    const figures = document.querySelectorAll('section dl > div')
    expect(figures).toHaveLength(17)
    for (const figure of figures) expect(figure.lastElementChild?.textContent).toMatch(/^[A-Z].{20,}\.$/)
    expect(part('Nightly match').getByText('Balanced as of Nov 22, 2026')).toBeDefined()
  })

  test('names all that needs somebody, and leads there', async () => {
    answer(readPlatformHealth, ill)
    await open(Component, { at: '/admin/health' })
    const concerns = await screen.findByRole('status', { name: /things need somebody$/ })
    expect(
      within(concerns)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Sunbursts: 2 messages due', '#deliveries'],
      ['Sunbursts: 1 message unknown', '#deliveries'],
      ['2 messages given up', '#messages'],
      ['1 event unhandled', '#events'],
      ['Nothing is bought automatically', '#auto-purchases'],
      ['The books of 1 day do not agree', '#books'],
      ['1 job failing', '#jobs'],
      ['1 job overdue', '#jobs'],
    ])
    for (const link of within(concerns).getAllByRole('link'))
      expect(document.querySelector(link.getAttribute('href') ?? 'none')?.tagName).toBe('H2')
    expect(part('Nightly match').getByText('Payment 7, pi_7 at the provider')).toBeDefined()
    expect(part('Nightly match').getByText(/no purchase is settled with/)).toBeDefined()
    expect(part('Automatic purchases').getByText(/The books of payments do not agree/)).toBeDefined()
    const failed = within(part('Background jobs').getByRole('list', { name: 'Jobs that failed' }))
    expect(failed.getByText(/: The store is away\.$/)).toBeDefined()
    expect(failed.getByText(/^It tries again by itself/)).toBeDefined()
    expect(failed.getByText(/^No worker has run it through for too long/)).toBeDefined()
  })

  test('names each suspicious bounce with the reason, and leads there', async () => {
    const bounce = { deliveryId: 7, companyName: 'Aurora', username: 'leo', status: '5.1.1' }
    const received = { receivedAt: '2026-11-23T10:00:00.000Z' }
    answer(readPlatformHealth, {
      ...well,
      doubtedBounces: [
        { ...bounce, ...received, doubt: 'link-used' },
        { ...bounce, ...received, deliveryId: 8, doubt: 'too-many' },
      ],
    })
    await open(Component, { at: '/admin/health' })
    const concern = await screen.findByRole('link', { name: '2 suspicious bounces' })
    expect(concern.getAttribute('href')).toBe('#bounces')
    const rows = part('Suspicious bounces').getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('p:last-child')?.textContent)).toEqual([
      'A link in this email had been opened.',
      'Five emails to this consumer had come back within 30 days. The address must be verified again.',
    ])
    expect(rows[0]?.textContent).toContain(formatDateTime(received.receivedAt, deviceZone))
  })

  test('tells of a job that failed within a day, and not of one that did so before', async () => {
    const [job] = well.jobs as [PlatformHealth['jobs'][number]]
    const failed = { ...job, failure: 'The store was away.' }
    answer(readPlatformHealth, {
      ...well,
      jobs: [
        { ...failed, name: 'sweep-files', lastFailureAt: '2026-11-22T14:00:01.000Z' },
        { ...failed, name: 'end-texts', lastFailureAt: '2026-11-22T14:00:00.000Z' },
      ],
    })
    await open(Component, { at: '/admin/health' })
    const list = await screen.findByRole('list', { name: 'Jobs that failed' })
    expect([...list.children].map((one) => one.querySelector('p')?.textContent)).toEqual(['Sweep filesWell'])
    expect(within(list).getByText('It has run through since.')).toBeDefined()
    const table = screen.getByRole('table', { name: 'Jobs that are well' })
    expect(within(table).getByText('End texts')).toBeDefined()
    expect(within(table).getByRole('button', { name: 'Retry End texts' })).toBeDefined()
  })

  test('that can not be read says so and asks again when told to', async () => {
    const calls = hold(readPlatformHealth)
    const { user } = await open(Component, { at: '/admin/health' })
    const failed = await nth(calls, 1)
    await meanwhile(() => failed.refuse('forbidden'))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    const again = await nth(calls, 2)
    await meanwhile(() => again.answer(well))
    await screen.findByText(/^All is well/)
  })
})

describe('who was last heard from', () => {
  const silent: PlatformHealth = {
    ...well,
    callers: [
      {
        name: 'stripe',
        lastHeardAt: '2026-11-23T10:30:00.000Z',
        untold: { payments: 1_204, refunds: 1, messages: 0 },
        isSilent: true,
      },
      {
        name: 'paypal',
        lastHeardAt: null,
        untold: { payments: 0, refunds: 3, messages: 0 },
        isSilent: true,
      },
      {
        name: 'sms',
        lastHeardAt: '2026-11-21T13:00:00.000Z',
        untold: { payments: 0, refunds: 0, messages: 40 },
        isSilent: true,
      },
    ],
  }
  /** The paragraphs of each row. */
  const rows = () =>
    part('Last heard from')
      .getAllByRole('listitem')
      .map((row) => [...row.querySelectorAll('p')].map((one) => one.textContent))

  test('stands with the time and how long ago, and nothing more while all have spoken', async () => {
    answer(readPlatformHealth, well)
    await open(Component, { at: '/admin/health' })
    await screen.findByText(/^All is well/)
    const at = (instant: string) => formatDateTime(instant, Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(rows()).toEqual([
      ['Stripe', `${at('2026-11-23T13:55:00Z')}, 5 minutes ago`],
      ['PayPal', 'Never'],
      ['SMS reports', `${at('2026-11-23T13:59:00Z')}, just now`],
    ])
  })

  test('of those that are silent it says what they have not told of, and what to do', async () => {
    answer(readPlatformHealth, silent)
    await open(Component, { at: '/admin/health' })
    const concerns = await screen.findByRole('status', { name: '3 things need somebody' })
    const links = within(concerns).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Stripe has gone silent', '#callers'],
      ['PayPal has gone silent', '#callers'],
      ['SMS reports have stopped', '#callers'],
    ])
    expect(document.querySelector('#callers')?.tagName).toBe('H2')
    const advice = /^Consumers are served meanwhile.*address is ours and is switched on.*signing secret/
    expect(rows()).toEqual([
      [
        'StripeSilent',
        expect.stringMatching(/, 3 hours ago$/),
        '1,204 payments and 1 refund have settled since, and no event told of them.',
        expect.stringMatching(advice),
      ],
      [
        'PayPalSilent',
        'Never',
        '3 refunds have settled in the last 24 hours, and no event told of them.',
        expect.stringMatching(advice),
      ],
      [
        'SMS reportsSilent',
        expect.stringMatching(/, 2 days ago$/),
        '40 SMS have left since, and no report told of them.',
        expect.stringMatching(/^Nothing is lost meanwhile.*auth token/),
      ],
    ])
  })

  test.each([
    ['13:58:01', 'just now'],
    ['13:58:00', '2 minutes ago'],
    ['13:00:01', '59 minutes ago'],
    ['13:00:00', '1 hour ago'],
    ['14:00:30', 'just now'],
  ])('a call at %s was %s at 14:00', (time, words) => {
    expect(agoOf(`2026-11-23T${time}.000Z`, '2026-11-23T14:00:00.000Z')).toBe(words)
  })
})

describe('after a restore', () => {
  const restore: RestoreReport = {
    id: 3,
    backupAt: '2026-11-23T11:00:00.000Z',
    restoredAt: '2026-11-23T13:00:00.000Z',
    comparedAt: '2026-11-23T13:10:00.000Z',
    findings: {
      credited: 4,
      refunded: 1,
      unresolved: [{ what: 'taken there, and not paid here', providerId: 'pi_9' }],
    },
    sms: { lookedUp: 0, foundSent: 120, released: 2 },
    held: [
      {
        kind: 'text',
        id: 31,
        companyName: 'Aurora',
        name: 'A slow breakfast',
        recipient: null,
        dueAt: '2026-11-23T12:00:00.000Z',
        letters: 80,
        sms: 1,
      },
      {
        kind: 'letter',
        id: 8,
        companyName: 'Aurora',
        name: 'Your receipt from Aurora',
        recipient: 'stella@example.com',
        dueAt: '2026-11-23T11:30:00.000Z',
        letters: 1,
        sms: 0,
      },
    ],
  }

  test('the page says what was found, and lists all that is held', async () => {
    answer(readPlatformHealth, { ...well, restore })
    await open(Component, { at: '/admin/health' })
    const link = await screen.findByRole('link', { name: 'The database was restored: 3 decisions wait' })
    expect(link.getAttribute('href')).toBe('#restore')
    expect(figuresOf('Restore')).toEqual([
      ['Payments credited', '4'],
      ['Refunds recorded', '1'],
      ['SMS found sent', '120'],
      ['SMS sent now', '2'],
      ['SMS looked up', '0'],
    ])
    const held = within(part('Restore').getByRole('list', { name: 'Held for a decision' }))
    expect(held.getByText('80 letters, 1 SMS')).toBeDefined()
    expect(held.getByText(/^Aurora, stella@example.com, due/)).toBeDefined()
    expect(part('Restore').getByText(/^pi_9 at the provider/)).toBeDefined()
  })

  test('what is not to be sent is dropped by one click, once, and a lost answer can be asked for again', async () => {
    answer(readPlatformHealth, { ...well, restore })
    const calls = hold(decideHeld)
    const { user } = await open(Component, { at: '/admin/health' })
    const button = await screen.findByRole('button', { name: 'Do not send: Your receipt from Aurora' })
    await user.click(button)
    await user.click(button)
    const first = await nth(calls, 1)
    expect(first.body).toEqual({ kind: 'letter', id: 8, decision: 'drop' })
    await meanwhile(() => first.drop())
    await user.click(await screen.findByRole('button', { name: 'Do not send: Your receipt from Aurora' }))
    const second = await nth(calls, 2)
    await meanwhile(() => second.answer({ message: 'They are not sent.', decided: 1 }))
    await screen.findByText('They are not sent.')
  })

  test('what is sent again is asked about before', async () => {
    answer(readPlatformHealth, { ...well, restore })
    const calls = hold(decideHeld)
    const { user } = await open(Component, { at: '/admin/health' })
    const button = await screen.findByRole('button', { name: 'Send them: A slow breakfast' })
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/81 messages of “A slow breakfast” may have left/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(button)
    await user.click(button)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Them' }))
    const sent = await nth(calls, 1)
    expect(sent.body).toEqual({ kind: 'text', id: 31, decision: 'send' })
    await meanwhile(() => sent.answer({ message: 'They are on their way.', decided: 81 }))
  })
})

describe('what is set going again', () => {
  test('an event goes once however often it is pressed, and what has changed is shown', async () => {
    answer(readPlatformHealth, ill)
    const calls = hold(replayPaymentEvent)
    await open(Component, { at: '/admin/health' })
    const button = await screen.findByRole('button', { name: 'Replay charge.odd evt_7' })
    act(() => {
      button.click()
      button.click()
    })
    const call = await nth(calls, 1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    answer(readPlatformHealth, well)
    await meanwhile(() => call.answer({ message: 'The event is worked off again.' }))
    expect(await screen.findByText('The event is worked off again.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Replay/ })).toBeNull())
    expect(calls).toHaveLength(1)
  })

  test('an event whose answer is lost can be replayed again', async () => {
    answer(readPlatformHealth, ill)
    const calls = hold(replayPaymentEvent)
    const { user } = await open(Component, { at: '/admin/health' })
    const button = await screen.findByRole('button', { name: 'Replay charge.odd evt_7' })
    await user.click(button)
    const lost = await nth(calls, 1)
    await meanwhile(() => lost.drop())
    expect(await screen.findByText(/We cannot reach the server/)).toBeDefined()
    await user.click(button)
    await nth(calls, 2)
  })

  test('a job is retried by its name, once at a time', async () => {
    answer(readPlatformHealth, ill)
    const calls = hold(retryJob)
    const { user } = await open(Component, { at: '/admin/health' })
    const button = await screen.findByRole('button', { name: 'Retry Sweep files' })
    await user.dblClick(button)
    const call = await nth(calls, 1)
    await meanwhile(() => call.answer({ message: 'The job is looking for work now.' }))
    expect(await screen.findByText('The job is looking for work now.')).toBeDefined()
    expect(calls).toHaveLength(1)
  })
})

describe('as time goes by', () => {
  beforeEach(holdTime)
  afterEach(releaseTime)

  test('it renews itself, and keeps what it has shown when that fails', async () => {
    answer(readPlatformHealth, well)
    await open(Component, { at: '/admin/health' })
    await screen.findByText(/^All is well/)
    answer(readPlatformHealth, ill)
    await pass(15_000)
    await screen.findByRole('status', { name: /things need somebody$/ })
    const calls = hold(readPlatformHealth)
    await pass(15_000)
    const failed = await nth(calls, 1)
    await meanwhile(() => failed.refuse('forbidden'))
    expect(screen.getByRole('status', { name: /things need somebody$/ })).toBeDefined()
  })
})
