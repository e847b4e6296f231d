import type { consumers } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { announceChange } from '../../platform/wakeups.ts'
import {
  type Addresses,
  addressColumns,
  changeAddresses,
  type NeededCodes,
  normaliseSmsNumber,
} from '../identity/index.ts'
import type { Tenant } from '../tenants/index.ts'

export interface EditDeps {
  db: Database
  secrets: Secrets
}

export interface ConsumerEdit {
  admin: Pick<AdminSession, 'userId' | 'role'>
  tenant: Pick<Tenant, 'id' | 'companyName'>
  consumerId: number
  body: Body<typeof consumers.updateConsumer>
  idempotencyKey: string | undefined
}

/**
 * Changes a consumer's address and number, as the consumer's own profile does: a new one is pending until its code is
 * entered (decision T8). A repeated idempotency key answers what the first was answered.
 * @throws DomainError `not_found` for a consumer that is none of the tenant's, `email_taken`, `invalid_sms_phone_number`,
 * `rate_limited`, `idempotency_mismatch`; nothing was changed then.
 */
export async function editConsumer(
  deps: EditDeps,
  edit: ConsumerEdit,
): Promise<NeededCodes & { message: string }> {
  const { admin, tenant, consumerId, body, idempotencyKey } = edit
  const asked = { act: 'update-consumer', tenantId: tenant.id, consumerId, ...body }
  const request = { userId: admin.userId, idempotencyKey, asked }
  const { answer } = await deps.db.transact((tx) =>
    doOnce(tx, request, async () => ({
      ...(await change(tx, deps.secrets, edit)),
      message: 'Consumer updated successfully.',
    })),
  )
  return answer
}

async function change(
  tx: Tx,
  secrets: Secrets,
  { admin, tenant, consumerId, body }: ConsumerEdit,
): Promise<NeededCodes> {
  const of = { tenantId: tenant.id, consumerId }
  const { username, ...before } = await lockConsumer(tx, of)
  const { email, smsPhoneNumber } = body
  const owner = { userId: consumerId, tenantId: tenant.id, username, companyName: tenant.companyName }
  const needed = await changeAddresses(tx, secrets, owner, before, {
    email,
    ...(smsPhoneNumber !== undefined && { smsPhoneNumber: normaliseSmsNumber(smsPhoneNumber) }),
  })
  const { username: _, ...after } = await lockConsumer(tx, of)
  await writeAudit(tx, {
    tenantId: tenant.id,
    actor: admin,
    action: 'update-consumer',
    subject: `user:${consumerId}`,
    before,
    after,
  })
  await announceChange(tx, { topic: 'profile', tenantId: tenant.id, userId: consumerId })
  return needed
}

/** A consumer's addresses, which stay as they are until the transaction ends. */
async function lockConsumer(
  tx: Tx,
  { tenantId, consumerId }: { tenantId: number; consumerId: number },
): Promise<Addresses & { username: string }> {
  const found = await tx
    .selectFrom('users')
    .select(['username', ...addressColumns])
    .where('tenantId', '=', tenantId)
    .where('id', '=', consumerId)
    .where('role', '=', 'consumer')
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new DomainError('not_found')
  return found
}
