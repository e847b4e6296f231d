import type { payments } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
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
  /** How browsers draw the card fields. */
  cardFields: Answer<typeof payments.getPaymentSettings>['card']
  /** The account's own part of every card statement line, 2 to 10 characters. */
  statementPrefix: string
  /** Origin of the product, without a slash at the end: of the links in its letters. */
  publicUrl: string
}
