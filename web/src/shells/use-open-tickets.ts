import { listTickets } from '@almanac/contract/support'
import { useEndpoint } from '../api/use-endpoint.ts'
import { formatCount } from '../ui/format.ts'

/** How many messages of a tenant's consumers wait for an answer, for the menu; none before it is known. */
export function useOpenTickets(customerUrl: string): { number: number; words: string } {
  const { data } = useEndpoint(listTickets, {
    params: { customerUrl },
    query: { status: 'open', sendList: false },
  })
  const number = data?.totalItems ?? 0
  return { number, words: `${formatCount(number)} open` }
}
