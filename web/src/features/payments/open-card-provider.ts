import type { CardProvider, CardSettings } from './card-provider.ts'

/** Loads the provider's part of the page. @throws Error when its script can't be loaded. */
export async function openCardProvider(settings: CardSettings): Promise<CardProvider> {
  if (settings.mode === 'live') {
    const { openStripe } = await import('./stripe/stripe-provider.tsx')
    return openStripe(settings.publishableKey)
  }
  const { openSandbox } = await import('./sandbox-provider.tsx')
  return openSandbox(settings.frameOrigin)
}
