// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SandboxChallenge } from '../src/features/payments/sandbox-challenge.tsx'
import './scene.ts'
import { FRAME_ORIGIN } from './card-frame.ts'

/** What the bank's frame hears of the page. */
const heard: [unknown, string][] = []
const frame = { postMessage: (message: unknown, origin: string) => void heard.push([message, origin]) }
const onEnd = vi.fn()

beforeEach(() => {
  heard.length = 0
  onEnd.mockClear()
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frame as unknown as Window)
  render(createElement(SandboxChallenge, { frameOrigin: FRAME_ORIGIN, clientSecret: 'pi_1_secret_2', onEnd }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const cancel = () => screen.getByRole('button', { name: 'Cancel' })
const tell = () =>
  act(() => {
    const data = { source: 'sandbox-challenge', type: 'challenge', result: 'failed' }
    const event = { origin: FRAME_ORIGIN, source: frame as unknown as Window, data }
    window.dispatchEvent(new MessageEvent('message', event))
  })

test.each([
  ['Cancel', async () => await userEvent.click(cancel())],
  ['Escape', async () => await userEvent.keyboard('{Escape}')],
])(
  'putting the question away by %s tells the bank, and the purchase goes on once that has ended it',
  async (_by, putAway) => {
    await putAway()
    expect(heard).toEqual([[{ type: 'close' }, FRAME_ORIGIN]])
    expect(onEnd).not.toHaveBeenCalled()
    expect(cancel().getAttribute('aria-busy')).toBe('true')
    tell()
    expect(onEnd).toHaveBeenCalledOnce()
  },
)

test('a bank whose page never came holds nobody', async () => {
  vi.useFakeTimers()
  act(() => cancel().click())
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(onEnd).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(onEnd).toHaveBeenCalledOnce()
})
