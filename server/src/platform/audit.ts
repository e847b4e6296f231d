import type { AuditAction } from '@almanac/contract/audit'
import type { Generated } from 'kysely'
import type { Tx } from './database.ts'

declare module './database.ts' {
  interface Tables {
    auditEntries: {
      id: Generated<number>
      tenantId: number | null
      actorUserId: number | null
      actorRole: string
      action: string
      subject: string
      before: string | null
      after: string | null
      createdAt: Generated<Date>
    }
  }
}

export interface AuditEntry {
  tenantId: number | null
  /** Nobody with a login where it was done on the server itself, in the role `server`. */
  actor: { userId: number | null; role: string }
  /** The use case, e.g. `add-audio`; it has its words in the contract. */
  action: AuditAction
  /** What it acted on, e.g. `audio:17`. */
  subject: string
  before?: unknown
  after?: unknown
}

/** Who has the server has no login there. */
export const onTheServer = { userId: null, role: 'server' } as const

/** Leaves the audit row of a write by an admin or operator, in the same transaction as the write (decision X5). */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('auditEntries')
    .values({
      tenantId: entry.tenantId,
      actorUserId: entry.actor.userId,
      actorRole: entry.actor.role,
      action: entry.action,
      subject: entry.subject,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute()
}
