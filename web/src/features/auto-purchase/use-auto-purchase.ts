import { type AutoPurchase, getAutoPurchase } from '@almanac/contract/auto-purchase'
import type { Answer } from '@almanac/contract/endpoint'
import { listConsumerPackages } from '@almanac/contract/packages'
import { queryClient, queryKey, refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

type Params = ReturnType<typeof useConsumerParams>

/** The package that is bought automatically, if any, and the balance at which it is. */
export function useAutoPurchase() {
  const params = useConsumerParams()
  return useEndpoint(getAutoPurchase, { params })
}

/**
 * Puts what a call answered on screen at once, in the list of packages too. Reads that were on their way may be older than
 * the call and are dropped.
 */
export async function adoptAutoPurchase(params: Params, auto: AutoPurchase): Promise<void> {
  const { rule } = auto
  const ruleKey = queryKey(getAutoPurchase, { params })
  const listKey = queryKey(listConsumerPackages, { params })
  await Promise.all([ruleKey, listKey].map((key) => queryClient.cancelQueries({ queryKey: key })))
  queryClient.setQueryData<AutoPurchase>(ruleKey, auto)
  queryClient.setQueryData<Answer<typeof listConsumerPackages>>(
    listKey,
    (list) =>
      list && {
        packages: list.packages.map((one) => ({
          ...one,
          consumerAutoRenewablePackages: one.id === rule?.packageId ? [{ id: one.id }] : [],
        })),
      },
  )
  void refresh('profile')
}
