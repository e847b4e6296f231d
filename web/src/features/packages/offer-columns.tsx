import type { TokenPackage } from '@almanac/contract/packages'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'

/** Package lists show their pages from ten entries on. */
export const PAGER_FROM_ITEMS = 10

/** What operators and admins read of each package. */
export function offerColumns<Offer extends TokenPackage>(name: (offer: Offer) => ReactNode): Column<Offer>[] {
  return [
    { id: 'name', head: 'Package Name', lead: true, cell: name },
    { id: 'tokens', head: 'Tokens', align: 'right', cell: (row) => formatCount(row.numberOfTokens) },
    {
      id: 'amount',
      head: 'Amount',
      short: '',
      align: 'right',
      card: 'first',
      cell: ({ price }) => <Money dollars={price} />,
    },
    {
      id: 'auto',
      head: 'Auto-Purchase Amount',
      // The other value says it all by itself.
      short: ({ isAutoRenewable }) => (isAutoRenewable ? 'Auto-Purchase' : ''),
      align: 'right',
      cell: ({ isAutoRenewable, autoRenewPrice }) =>
        isAutoRenewable ? (
          <Money dollars={autoRenewPrice} />
        ) : (
          <span className="quiet">Not auto purchasable</span>
        ),
    },
  ]
}
