import type { Tx } from '../../platform/database.ts'
import type { PaymentDeps } from '../payments/index.ts'

/** Whose automatic purchase it is. */
export interface Owner {
  tenantId: number
  consumerId: number
}

/** What refunds and disputes need of the outside. */
export interface RefundDeps extends Pick<PaymentDeps, 'db' | 'log' | 'clock' | 'providers'> {
  /** Automatic purchase, which stands beside this feature. */
  autoPurchase: {
    /** Whether the consumer has a rule that buys by itself. */
    isOn(reader: Tx | PaymentDeps['db']['reader'], owner: Owner): Promise<boolean>
    /** Turns the rule off, if there is one. */
    end(tx: Tx, owner: Owner): Promise<void>
  }
}
