import { onTheServer, writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { foldUsername, takenName } from './names.ts'

export interface NewAdmin {
  username: string
  fullName: string
  email: string
  contactNumber: string
  timeZone: string
  /** As `hashPassword` makes it: outside of the transaction, which must not wait for it. */
  passwordHash: string
}

/**
 * Makes an admin, who can log in at once. No screen does: whoever asks has the server and its database, and vouches for the
 * address. Leaves an audit row of what was done on the server.
 * @returns its id
 * @throws DomainError `username_taken`, `email_taken`.
 */
export async function addAdmin(tx: Tx, admin: NewAdmin): Promise<number> {
  const { passwordHash, ...shown } = admin
  try {
    const { id } = await tx
      .insertInto('users')
      .values({
        ...shown,
        passwordHash,
        role: 'admin',
        tenantId: null,
        usernameKey: foldUsername(admin.username),
        isEmailVerified: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, {
      tenantId: null,
      actor: onTheServer,
      action: 'add-admin',
      subject: `user:${id}`,
      after: shown,
    })
    return id
  } catch (error) {
    throw takenName(error) ?? error
  }
}
