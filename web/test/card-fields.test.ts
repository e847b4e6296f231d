import { expect, test, vi } from 'vitest'
// Puts a browser's parts there.
import './screen.ts'

const loadStripe = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }))
const { openCardProvider } = await import('../src/features/payments/open-card-provider.ts')

test("in the sandbox the provider's own script is not loaded", async () => {
  await openCardProvider({ mode: 'sandbox', frameOrigin: 'http://127.0.0.1:1' })
  expect(loadStripe).not.toHaveBeenCalled()
})

test("live cards are entered into the provider's own fields, with its publishable key", async () => {
  await openCardProvider({ mode: 'live', publishableKey: 'pk_live_of_the_operator' })
  expect(loadStripe).toHaveBeenCalledExactlyOnceWith('pk_live_of_the_operator')
})
