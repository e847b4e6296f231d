import type { Answer } from '@almanac/contract/endpoint'
import type { listTickets } from '@almanac/contract/support'

/** A ticket as the tenant's operator sees it, with its writer. */
export type TenantTicket = Answer<typeof listTickets>['data'][number]
