import type { SignName } from '../categories.ts'

/**
 * A consumer who exists to have bought and played something. `contactNumber` is valid and of the range kept for
 * fiction; whoever takes `sms` has it as the verified SMS number as well, and it is a US one.
 */
export type HistoryConsumer = {
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly sign: SignName
  readonly timeZone: string
  readonly contactNumber: string
  readonly subscribedMediums: readonly ('sms' | 'email')[]
}
