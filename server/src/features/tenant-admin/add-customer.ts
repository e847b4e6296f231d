import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { tenants } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { LOGO_MISSING } from '@almanac/contract/file-refusals'
import type { Customer } from '@almanac/contract/tenants'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { addOperator, hashPassword } from '../identity/index.ts'
import { discardImage, recordImage, type StoredImage } from '../media/index.ts'
import { changeTenant, findCreated, insertTenant } from '../tenants/index.ts'
import type { TenantAdminDeps } from './deps.ts'
import { readCustomer } from './queries.ts'
import { storeLogo } from './store-logo.ts'

type CustomerBody = Body<typeof tenants.addCustomer>

interface Creation {
  session: AdminSession
  body: CustomerBody
  passwordHash: string
  logo: StoredImage
  /** Null where the client gave no key. */
  key: string | null
  /** What makes a repeated request the same one. */
  hash: string
}

const message = 'Customer info created successfully.'

/**
 * Makes a tenant and its operator in one transaction; a repeated key answers the tenant that it made.
 * @throws DomainError `url_taken`, `username_taken`, `idempotency_mismatch`, `invalid_picture`, `picture_too_large`.
 */
export async function addCustomer(
  deps: TenantAdminDeps,
  session: AdminSession,
  body: CustomerBody,
  file: ReceivedFile | undefined,
  idempotencyKey: string | undefined,
): Promise<Answer<typeof tenants.addCustomer>> {
  if (!file) throw new DomainError('invalid_input', { message: LOGO_MISSING })
  const hash = await hashCreation(deps, body, file)
  const key = idempotencyKey ?? null
  const passwordHash = await hashPassword(body.password)
  const logo = await storeLogo(deps, session, { tenantId: null, url: body.url }, file)
  try {
    const made = await deps.db.transact((tx) => create(tx, { session, body, passwordHash, logo, key, hash }))
    return { ...made, message }
  } finally {
    // A repeat, or a refusal, leaves it to nobody.
    await discardImage(deps, logo)
  }
}

/** Keyed by the product's secret, since a password is in it. */
async function hashCreation(
  { secrets }: TenantAdminDeps,
  { confirmPassword: _, ...body }: CustomerBody,
  file: ReceivedFile,
): Promise<string> {
  const logo = createHash('sha256')
    .update(await readFile(file.path))
    .digest('hex')
  return secrets.hmac('customer-creation', JSON.stringify([body, logo])).toString('hex')
}

async function create(tx: Tx, creation: Creation): Promise<Customer> {
  const { session, body, passwordHash, logo, key, hash } = creation
  const { url, companyName, details, email, timeZone, thresholdToken } = body
  const tenantId = await insertTenant(tx, {
    url,
    companyName,
    details,
    supportEmail: email,
    timeZone,
    thresholdToken,
    createdBy: session.userId,
    creationKey: key,
    creationHash: hash,
  })
  if (tenantId === undefined) return repeated(tx, creation)
  const { username, fullName, contactNumber } = body
  await addOperator(tx, { tenantId, username, fullName, email, contactNumber, timeZone, passwordHash })
  await recordImage(tx, logo, { tenantId, isPublic: true })
  await changeTenant(tx, tenantId, { logoPath: logo.path })
  const made = await readCustomer(tx, tenantId)
  const subject = `customer:${tenantId}`
  await writeAudit(tx, { tenantId, actor: session, action: 'add-customer', subject, after: made })
  await announceChange(tx, { topic: 'customers', tenantId: null, role: 'admin' })
  return made
}

/** What the key made before: as it is now. */
async function repeated(tx: Tx, { session, key, hash }: Creation): Promise<Customer> {
  const known = key === null ? undefined : await findCreated(tx, session.userId, key)
  if (known?.creationHash !== hash) {
    throw new DomainError('idempotency_mismatch', {
      message:
        'This customer was already created, as it was entered before your last change. Please look at the list first: nothing was changed now.',
    })
  }
  return readCustomer(tx, known.id)
}
