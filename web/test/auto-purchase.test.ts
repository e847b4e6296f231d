// @vitest-environment happy-dom
import { getAutoPurchase, toggleAutoPurchase } from '@almanac/contract/auto-purchase'
import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import { getDefaultPayment, listOpenPurchases, listPurchases } from '@almanac/contract/payments'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component as PackagesScreen } from '../src/shells/packages-screen.tsx'
import { noRule, offer, pageOf, rule, savedCard, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const MONTH = 'A Month of Tuesdays'
const YEAR = 'A Year of Tuesdays'
const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const year = offer({ id: 24, name: YEAR, price: 233.6, numberOfTokens: 365, autoRenewPrice: 215 })
const chosen = (one: ConsumerPackage) => ({ ...one, consumerAutoRenewablePackages: [{ id: 5 }] })

/** What the server has: those packages, with that one chosen. */
function serverHas(chosenId: number | null, packages = [offer(), year]) {
  const all = packages.map((one) => (one.id === chosenId ? chosen(one) : one))
  const found = all.find(({ id }) => id === chosenId)
  const { name: packageName = '', autoRenewPrice: price = 0, numberOfTokens = 0 } = found ?? {}
  answer(listConsumerPackages, { packages: all })
  answer(
    getAutoPurchase,
    found ? { ...noRule, rule: rule({ packageId: found.id, packageName, price, numberOfTokens }) } : noRule,
  )
}
const ofMonth = {
  ...noRule,
  rule: rule(),
  message: `${MONTH} is bought when your token balance falls to 2 tokens or below.`,
}
const off = { ...noRule, message: 'Automatic purchase is off.' }

const switchOf = (name: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^Auto-purchase of ${name}`) })
const areOn = () => screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked)
const question = () => screen.queryByRole('dialog', { name: 'Turn on auto-purchase?' })
const inQuestion = (name: string) =>
  within(question() as HTMLElement).getByRole<HTMLButtonElement>('button', { name })
const factsOf = (dialog: HTMLElement | null) =>
  [...(dialog?.querySelectorAll('dt') ?? [])].map((dt) => [
    dt.textContent,
    dt.nextElementSibling?.textContent,
  ])

/** The packages, with a server that keeps what is sent of their switches. */
async function show() {
  const scene = await open(PackagesScreen, { at: '/aurora/packages' })
  await switchOf(YEAR)
  return { ...scene, calls: hold(toggleAutoPurchase) }
}
async function askFor(name: string) {
  const scene = await show()
  await scene.user.click(await switchOf(name))
  await waitFor(() => expect(inQuestion('Proceed').getAttribute('aria-disabled')).toBeNull())
  return scene
}

afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getDefaultPayment, savedCard)
  answer(listPurchases, pageOf([]))
  answer(listOpenPurchases, { purchases: [] })
  serverHas(null)
  await signIn({ ...stella, stripeId: 'set' })
})

describe('the switch of a package', () => {
  test('is named after it, with its automatic price, and on where it is chosen', async () => {
    serverHas(21)
    await show()
    const names = screen.getAllByRole('switch').map((one) => one.closest('label')?.textContent)
    expect(names).toEqual([`Auto-purchase of ${MONTH}at $22.40`, `Auto-purchase of ${YEAR}at $215.00`])
    expect(areOn()).toEqual([true, false])
    expect(
      screen.getByText(/buys the chosen package when your token balance falls to 2 tokens/),
    ).toBeDefined()
  })

  test.each([
    ['that can not be bought automatically', { isAutoRenewable: false, autoRenewPrice: 0 }],
    ['of no more tokens than the threshold', { numberOfTokens: 2 }],
  ])('is not there at a package %s', async (_what, changes) => {
    serverHas(null, [offer({ id: 20, name: 'Single', ...changes }), year])
    await show()
    expect(screen.getAllByRole('switch')).toHaveLength(1)
    expect(screen.getByText('Not auto purchasable').closest('li')?.textContent).toContain('Single')
  })

  test('stays where the package was chosen before, so that it can be turned off', async () => {
    serverHas(21, [offer({ isAutoRenewable: false }), year])
    await show()
    expect(areOn()).toEqual([true, false])
  })

  test('without a default payment leads to the profile, and nothing is sent', async () => {
    await signIn(stella)
    const { user, calls } = await show()
    await user.click(await switchOf(MONTH))
    const prompt = await screen.findByRole('dialog', { name: 'Add a default payment' })
    expect(areOn()).toEqual([false, false])
    await user.click(within(prompt).getByRole('button', { name: 'Go to Profile' }))
    await arriveAt('/aurora/profile')
    expect(calls).toHaveLength(0)
  })

  test.each([['stripeId'], ['paypalPaymentToken']])('with a default payment (%s) asks', async (kind) => {
    await signIn({ ...stella, [kind]: 'set' })
    await askFor(MONTH)
    expect(question()).not.toBeNull()
  })
})

describe('the question before it is turned on', () => {
  test('says package, price, tokens, payment, when it is bought and how it is stopped', async () => {
    serverHas(24)
    await askFor(MONTH)
    await within(question() as HTMLElement).findByText('Visa ending 4242')
    expect(factsOf(question())).toEqual([
      ['Package', MONTH],
      ['Price', '$22.40'],
      ['You get', '28 Tokens = 4 readings'],
      ['Paid with', 'Visa ending 4242'],
    ])
    const text = question()?.textContent
    expect(text).toContain('each time your token balance falls to 2 tokens or below, at most 3 times a day.')
    expect(text).toContain(`It takes the place of ${YEAR}.`)
    expect(text).toContain('Turn it off at any time')
    expect(document.activeElement).toBe(inQuestion('Cancel'))
  })

  test.each([
    [3, false],
    [2, true],
    [0, true],
  ])('at a balance of %i says that it is bought now: %s', async (tokenBalance, isNow) => {
    await signIn({ ...stella, stripeId: 'set', tokenBalance })
    await askFor(MONTH)
    expect(question()?.textContent?.includes('so it is bought now and $22.40 is charged')).toBe(isNow)
  })

  test.each([
    [
      { reason: 'limit', until: '2026-11-22T15:05:00Z' },
      'bought on Nov 22, 2026 at 10:05 AM (the limit for 24 hours is reached) and $22.40 is charged',
    ],
    [{ reason: 'dispute', until: null }, 'bought once the dispute about your payment is decided'],
  ] as const)(
    'says when it is bought while %j blocks that, not that it is bought now',
    async (blockedBy, words) => {
      await signIn({ ...stella, stripeId: 'set', tokenBalance: 0 })
      answer(getAutoPurchase, { ...noRule, blockedBy })
      await askFor(MONTH)
      expect(question()?.textContent).toContain(words)
      expect(question()?.textContent).not.toContain('bought now')
    },
  )

  test.each(['Cancel', 'Close', '{Escape}'])('sends nothing when it is turned down by %s', async (no) => {
    const { user, calls } = await askFor(MONTH)
    if (no === '{Escape}') await user.keyboard(no)
    else await user.click(inQuestion(no))
    expect(question()).toBeNull()
    expect(areOn()).toEqual([false, false])
    expect(calls).toHaveLength(0)
  })

  test('can not be agreed to before the threshold is known', async () => {
    const waits = hold(getAutoPurchase)
    const { user, calls } = await show()
    await user.click(await switchOf(MONTH))
    await user.click(inQuestion('Proceed'))
    expect(calls).toHaveLength(0)
    const call = await nth(waits, 1)
    await meanwhile(() => call.answer({ ...noRule, thresholdToken: 9 }))
    await within(question() as HTMLElement).findByText(/falls to 9 tokens or below/)
    await user.click(inQuestion('Proceed'))
    await nth(calls, 1)
  })

  test('keeps its price while the list brings another one', async () => {
    const { user, calls } = await askFor(MONTH)
    serverHas(null, [offer({ autoRenewPrice: 24 }), year])
    await meanwhile(() => void refresh('packages'))
    await waitFor(async () =>
      expect((await switchOf(MONTH)).closest('label')?.textContent).toContain('$24.00'),
    )
    expect(factsOf(question())).toContainEqual(['Price', '$22.40'])
    await user.click(inQuestion('Proceed'))
    expect((await nth(calls, 1)).body).toMatchObject({ expectedPrice: 22.4, expectedTokens: 28 })
  })
})

describe('what was agreed to', () => {
  test('is on at once, the other one off, and presses do nothing until it is answered', async () => {
    serverHas(24)
    const { user, calls } = await askFor(MONTH)
    const yes = inQuestion('Proceed')
    act(() => {
      yes.click()
      yes.click()
    })
    const call = await nth(calls, 1)
    expect(call.body).toEqual({
      isAutoPaymentChecked: true,
      packageId: 21,
      expectedPrice: 22.4,
      expectedTokens: 28,
    })
    expect(question()).toBeNull()
    expect(areOn()).toEqual([true, false])
    await user.click(await switchOf(MONTH))
    await user.click(await switchOf(YEAR))
    expect([calls.length, areOn(), question()]).toEqual([1, [true, false], null])
    // Word of something else brings the list as the server still has it.
    await meanwhile(() => void refresh('packages'))
    expect(areOn()).toEqual([true, false])
    serverHas(21)
    await meanwhile(() => call.answer(ofMonth))
    await screen.findByText(ofMonth.message)
    expect(areOn()).toEqual([true, false])
    await user.click(await switchOf(MONTH))
    expect(calls).toHaveLength(2)
  })

  test.each([
    ['that the server says why it failed', { message: 'The moon is in the way.' }, 'The moon is in the way.'],
    ['that fails without a word', {}, 'Error while updating auto payment.'],
  ])('and %s goes back to what it was, the other one too', async (_how, words, shown) => {
    serverHas(24)
    const { user, calls } = await askFor(MONTH)
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.fail(words))
    await screen.findByText(shown)
    expect(areOn()).toEqual([false, true])
  })

  test.each([
    ['did not reach the server', null, [false, false]],
    ['has been done', 21, [true, false]],
  ])('whose answer is lost is shown as it is: it %s', async (_how, chosenId, then) => {
    const { user, calls } = await askFor(MONTH)
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    serverHas(chosenId)
    await meanwhile(() => call.drop())
    await screen.findByText(NO_ANSWER)
    await waitFor(() => expect(areOn()).toEqual(then))
  })

  test('at a price that has changed is asked again, and is on at the new one alone', async () => {
    const { user, calls } = await askFor(MONTH)
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await meanwhile(() => call.refuse('price_changed', { price: 24, numberOfTokens: 30 }))
    expect(question()?.textContent).toContain('It is now 30 Tokens for $24.00, and was 28 Tokens for $22.40.')
    expect(areOn()).toEqual([false, false])
    // The second half of a double click is no yes to what has only just appeared.
    act(() => inQuestion('Proceed').click())
    expect(calls).toHaveLength(1)
    act(() => void vi.runOnlyPendingTimers())
    vi.useRealTimers()
    await user.click(inQuestion('Proceed'))
    expect((await nth(calls, 2)).body).toMatchObject({ expectedPrice: 24, expectedTokens: 30 })
    expect(areOn()).toEqual([true, false])
  })

  test('leads to the profile where the default payment is gone meanwhile', async () => {
    const { user, calls } = await askFor(MONTH)
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse('no_default_payment'))
    await screen.findByRole('dialog', { name: 'Add a default payment' })
    expect(areOn()).toEqual([false, false])
    expect(screen.queryByText('There is no default payment method.')).toBeNull()
  })
})

describe('turning it off', () => {
  test('asks nothing, is off at once, and is sent once however often it is pressed', async () => {
    serverHas(21)
    const { user, calls } = await show()
    await user.dblClick(await switchOf(MONTH))
    const call = await nth(calls, 1)
    expect(call.body).toEqual({ isAutoPaymentChecked: false, packageId: 21 })
    expect([calls.length, areOn(), question()]).toEqual([1, [false, false], null])
    serverHas(null)
    await meanwhile(() => call.answer(off))
    await screen.findByText(off.message)
    expect(areOn()).toEqual([false, false])
  })

  test('is done by the keyboard, and the focus stays', async () => {
    serverHas(21)
    const { user, calls } = await show()
    const own = await switchOf(MONTH)
    own.focus()
    await user.keyboard(' ')
    await nth(calls, 1)
    expect(own.checked).toBe(false)
    expect(document.activeElement).toBe(own)
  })

  test('that fails is on again', async () => {
    serverHas(21)
    const { user, calls } = await show()
    await user.click(await switchOf(MONTH))
    const call = await nth(calls, 1)
    await meanwhile(() => call.fail())
    await screen.findByText('Error while updating auto payment.')
    expect(areOn()).toEqual([true, false])
  })

  test('elsewhere reaches the switch here', async () => {
    serverHas(21)
    await show()
    serverHas(null)
    await meanwhile(() => void refresh('profile'))
    await waitFor(() => expect(areOn()).toEqual([false, false]))
  })
})
