import { useQuery } from '@tanstack/react-query'
import type { CardSettings } from './card-provider.ts'
import { openCardProvider } from './open-card-provider.ts'

/** Said where the provider's part of the page does not come. */
export const CARD_FIELDS_MISSING = 'The card fields could not be loaded.'

/** The card provider's part of the page, loaded once; whoever asks meanwhile shares it. */
export function useCardProvider(settings: CardSettings) {
  return useQuery({
    queryKey: ['card-provider', settings],
    queryFn: () => openCardProvider(settings),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { failureToast: CARD_FIELDS_MISSING },
  })
}
