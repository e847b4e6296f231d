import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import type { CardProvider, CardSettings } from './card-provider.ts'
import { CARD_FIELDS_MISSING, useCardProvider } from './use-card-provider.ts'

interface WithCardProviderProps {
  card: CardSettings
  children: (provider: CardProvider) => ReactNode
}

/** Shows what needs the card provider once its part of the page is loaded. */
export function WithCardProvider({ card, children }: WithCardProviderProps) {
  const { data: provider, isPending, isFetching, refetch } = useCardProvider(card)
  if (isPending) return <SkeletonText count={5} label="Loading the card fields" />
  if (provider) return children(provider)
  return <ErrorState message={CARD_FIELDS_MISSING} onRetry={() => void refetch()} pending={isFetching} />
}
