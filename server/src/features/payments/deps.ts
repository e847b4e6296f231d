import type { payments } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import type { WalletSource } from '@almanac/contract/payments'
import type { RawBuilder } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentProviders } from './ports.ts'

/** What the payments need of the outside. */
export interface PaymentDeps {
  db: Database
  log: Log
  clock: Clock
  providers: PaymentProviders
  /**
   * Whether the reason for an automatic purchase still holds, over its row of `purchases`; true of any other purchase. It is
   * checked in the statement that comes before each attempt to take the money.
   */
  isStillWantedSql: RawBuilder<boolean>
  /** The wallets that can be paid with, in the order in which they are offered. */
  wallets: readonly WalletSource[]
  /** Origin under which browsers reach the product, without a slash at the end: wallets send consumers back to it. */
  publicUrl: string
  /** How browsers draw the card fields. */
  cardFields: Answer<typeof payments.getPaymentSettings>['card']
  /** The account's own part of every card statement line, 2 to 10 characters. */
  statementPrefix: string
}
