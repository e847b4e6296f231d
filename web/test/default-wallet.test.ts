// @vitest-environment happy-dom
import { getDefaultPayment, getPaymentSettings } from '@almanac/contract/payments'
import { checkSession } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { confirmDefaultWallet, startDefaultWallet } from '@almanac/contract/wallets'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component as DefaultPage } from '../src/features/payments/default-payment-page.tsx'
import { Component as ReturnPage } from '../src/features/payments/default-wallet-return-page.tsx'
import { FRAME_ORIGIN } from './card-frame.ts'
import { savedCard, savedWallet, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const AGREE = 'https://wallet.example/agree?token=BA1'
const leave = vi.spyOn(location, 'assign')
const go = () => screen.getByRole('button', { name: /^Continue to PayPal/ })

beforeEach(async () => {
  leave.mockReset().mockReturnValue(undefined)
  answer(getCustomerDetailsByUrl, tenant)
  answer(checkSession, stella)
  answer(getDefaultPayment, savedCard)
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: FRAME_ORIGIN },
    wallets: ['paypal', 'venmo'],
    statementDescriptor: 'ALMANAC* AURORA',
  })
  await signIn(stella)
})

describe('PayPal as the default payment', () => {
  async function show() {
    const calls = hold(startDefaultWallet)
    const scene = await open(DefaultPage, { at: '/aurora/profile/default-payment/update' })
    await scene.user.click(await screen.findByRole('tab', { name: 'PayPal' }))
    return { ...scene, calls }
  }

  test('is agreed to elsewhere: asked for once, and left for', async () => {
    const { user, calls } = await show()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Card', 'PayPal'])
    const panel = within(screen.getByRole('tabpanel', { name: 'PayPal' }))
    expect(await panel.findByText(/It replaces your Visa ending 4242\.$/)).toBeDefined()
    act(() => {
      go().click()
      go().click()
    })
    const call = await nth(calls, 1)
    await meanwhile(() => call.answer({ redrictUrl: AGREE }))
    await user.click(go())
    expect(leave.mock.calls).toEqual([[AGREE]])
    expect([calls.length, go().getAttribute('aria-busy')]).toEqual([1, 'true'])
    // Come back to by the browser's own button, it waits no more.
    await act(async () => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    await user.click(go())
    await nth(calls, 2)
  })

  test('says where its page does not come, and can be asked for again', async () => {
    const { user, calls } = await show()
    await user.click(go())
    const call = await nth(calls, 1)
    call.fail()
    await screen.findByText('Error while getting paypal page.')
    expect(go().getAttribute('aria-busy')).toBeNull()
    await user.click(go())
    await nth(calls, 2)
    expect(leave).not.toHaveBeenCalled()
  })

  test('leads nobody away who has gone elsewhere meanwhile', async () => {
    const { user, calls, goTo } = await show()
    await user.click(go())
    const call = await nth(calls, 1)
    await goTo('/aurora/faq')
    await meanwhile(() => call.answer({ redrictUrl: AGREE }))
    expect(leave).not.toHaveBeenCalled()
  })
})

describe('who comes back from PayPal with the agreement', () => {
  const at = '/aurora/paypal/default-payment/success'
  async function comeBack(search: string) {
    const calls = hold(confirmDefaultWallet)
    return { ...(await open(ReturnPage, { at: `${at}${search}`, pattern: at })), calls }
  }
  const token = '?approval_token_id=BA1&approval_session_id=BA1'

  test('has it confirmed once, and is led to the profile', async () => {
    const { calls } = await comeBack(token)
    const call = await nth(calls, 1)
    expect(call.body).toEqual({ approvalToken: 'BA1' })
    expect(screen.getByText('Confirming default payment …')).toBeDefined()
    call.answer({ ...savedWallet, message: 'Default payment updated successfully.' })
    await arriveAt('/aurora/profile')
    expect(screen.getByText('Default payment updated successfully.')).toBeDefined()
    expect(calls).toHaveLength(1)
  })

  test('is led to the profile where it can not be confirmed, too', async () => {
    const { calls } = await comeBack(token)
    const call = await nth(calls, 1)
    call.fail()
    await arriveAt('/aurora/profile')
    expect(screen.getByText('Error while confirming default payment.')).toBeDefined()
  })

  test.each(['', `${token}&cancelled=true`])('or without it (%j), has nothing confirmed', async (search) => {
    const { calls } = await comeBack(search)
    await arriveAt('/aurora/profile')
    expect(screen.getByText(/^You came back from PayPal without agreeing\./)).toBeDefined()
    expect(calls).toEqual([])
  })

  test('and goes elsewhere meanwhile stays there', async () => {
    const { calls, goTo, address } = await comeBack(token)
    const call = await nth(calls, 1)
    await goTo('/aurora/faq')
    await meanwhile(() => call.answer({ ...savedWallet, message: 'Default payment added successfully.' }))
    expect(address()).toBe('/aurora/faq')
  })
})
