import { ledger } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { editBalance } from './edit-balance.ts'
import { listAllEntries } from './list-all-entries.ts'
import { listOwnEntries } from './queries.ts'

/** Token histories, and what an admin changes of a balance. */
export function ledgerRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(ledger.listTokenTransactions, ({ query }) => listAllEntries(db.reader, query)),
    bind(ledger.listOwnTokenTransactions, ({ session, query }) =>
      listOwnEntries(db.reader, { tenantId: session.tenantId, consumerId: session.userId }, query),
    ),
    bind(ledger.editTokenBalance, ({ session, tenant, params, body, idempotencyKey }) =>
      editBalance(db, {
        admin: session,
        tenantId: tenant.id,
        consumerId: params.consumerId,
        wish: body,
        idempotencyKey,
      }),
    ),
  ]
}
