import type { tenants } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import type { Customer, CustomerContent } from '@almanac/contract/tenants'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { refuseChanged } from '../../platform/refuse-changed.ts'
import { announceChanges } from '../../platform/wakeups.ts'
import { changeProfile } from '../identity/index.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { requireRoomFor } from '../packages/index.ts'
import { changeTenant, holdTenant, requireTenantById, type Tenant } from '../tenants/index.ts'
import type { TenantAdminDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import { readCustomer, requireOperator } from './queries.ts'

type CustomerUpdate = Body<typeof tenants.updateCustomer>

const message = 'Customer info updated successfully.'

/**
 * Changes a tenant and its operator. A new address of the operator waits for its code, the old one working (decision T8).
 * @throws DomainError `not_found`, `email_taken`, `rate_limited`, `threshold_too_high`, `invalid_picture`, `picture_too_large`;
 * `changed_meanwhile` with what it is now, where that is not what the edit was made of.
 */
export async function updateCustomer(
  deps: TenantAdminDeps,
  session: AdminSession,
  tenantId: number,
  body: CustomerUpdate,
  file: ReceivedFile | undefined,
): Promise<Answer<typeof tenants.updateCustomer>> {
  const { url } = await requireTenantById(deps.db.reader, tenantId)
  const changed = await saveWithImage(deps, {
    image: file && (await drawLogo({ tenantId, url }, file, session)),
    async save(logo) {
      const { before, after } = await deps.db.transact((tx) =>
        change(tx, deps, { session, tenantId, body, logo }),
      )
      return { saved: after, replaced: logo && before.logoUrl }
    },
  })
  return { ...changed, message }
}

interface Change {
  session: AdminSession
  tenantId: number
  body: CustomerUpdate
  logo: StoredImage | undefined
}

async function change(
  tx: Tx,
  { secrets }: TenantAdminDeps,
  { session, tenantId, body, logo }: Change,
): Promise<{ before: Customer; after: Customer }> {
  const tenant = await holdTenant(tx, tenantId)
  const before = await readCustomer(tx, tenantId)
  const presentEmail = before.unverifiedEmail ?? before.email
  refuseChanged(contentOf({ ...before, email: presentEmail }), {
    expected: body.expected,
    asked: contentOf(body),
  })
  if (body.thresholdToken > tenant.thresholdToken) await requireRoomFor(tx, tenantId, body.thresholdToken)
  await changeOperator(tx, secrets, tenant, body)
  const { companyName, details, thresholdToken, timeZone, email } = body
  if (logo) await recordImage(tx, logo, { tenantId, isPublic: true })
  await changeTenant(tx, tenantId, {
    companyName,
    details,
    thresholdToken,
    timeZone,
    // Questions of consumers go where the company is reached, until it has an address for them alone.
    ...(tenant.supportEmail === presentEmail ? { supportEmail: email } : {}),
    ...(logo ? { logoPath: logo.path } : {}),
  })
  const after = await readCustomer(tx, tenantId)
  const subject = `tenant:${tenantId}`
  await writeAudit(tx, { tenantId, actor: session, action: 'update-customer', subject, before, after })
  await announceChanges(tx, [
    { topic: 'profile', tenantId },
    { topic: 'customers', tenantId: null, role: 'admin' },
  ])
  return { before, after }
}

/** What of a tenant an admin enters. */
function contentOf(customer: CustomerContent): CustomerContent {
  const { fullName, email, contactNumber, companyName, details, thresholdToken, timeZone } = customer
  return { fullName, email, contactNumber, companyName, details, thresholdToken, timeZone }
}

/** The operator's zone is the company's. */
async function changeOperator(
  tx: Tx,
  secrets: TenantAdminDeps['secrets'],
  tenant: Tenant,
  { fullName, email, contactNumber, companyName, timeZone }: CustomerUpdate,
): Promise<void> {
  const operator = await requireOperator(tx, tenant.id)
  const owner = { userId: operator.id, tenantId: tenant.id, companyName }
  await changeProfile(tx, secrets, owner, { fullName, email, contactNumber, timeZone })
}
