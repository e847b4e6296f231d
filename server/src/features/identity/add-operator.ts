import type { Tx } from '../../platform/database.ts'
import { foldUsername, takenName } from './names.ts'

export interface NewOperator {
  tenantId: number
  username: string
  fullName: string
  email: string
  contactNumber: string
  timeZone: string
  /** As `hashPassword` makes it: outside of the transaction, which must not wait for it. */
  passwordHash: string
}

/**
 * Makes the operator of a tenant, who can log in at once: the admin vouches for the address (decision T10).
 * @throws DomainError `username_taken`, `email_taken`.
 */
export async function addOperator(tx: Tx, operator: NewOperator): Promise<number> {
  try {
    const { id } = await tx
      .insertInto('users')
      .values({
        ...operator,
        role: 'customer',
        usernameKey: foldUsername(operator.username),
        isEmailVerified: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw takenName(error) ?? error
  }
}
