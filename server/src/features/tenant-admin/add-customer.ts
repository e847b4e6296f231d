import type { tenants } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { errorCatalogue } from '@almanac/contract/errors'
import { LOGO_MISSING } from '@almanac/contract/file-refusals'
import type { Customer } from '@almanac/contract/tenants'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce, findDone, type KeyedRequest } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { hashFile } from '../../platform/request-hash.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { addOperator, hashPassword, isUsernameTaken } from '../identity/index.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { insertTenant } from '../tenants/index.ts'
import type { TenantAdminDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import { readCustomer } from './queries.ts'

type CustomerBody = Body<typeof tenants.addCustomer>

const message = 'Customer info created successfully.'

/**
 * Makes a tenant and its operator in one transaction; a repeated key answers the tenant that it made.
 * @throws DomainError `url_taken` (with the flag of a taken username, if that is taken too), `username_taken`, `idempotency_mismatch`, `invalid_picture`, `picture_too_large`.
 */
export async function addCustomer(
  deps: TenantAdminDeps,
  session: AdminSession,
  body: CustomerBody,
  file: ReceivedFile | undefined,
  idempotencyKey: string | undefined,
): Promise<Answer<typeof tenants.addCustomer>> {
  if (!file) throw new DomainError('invalid_input', { message: LOGO_MISSING })
  const request = await toRequest(deps, session, { body, file, idempotencyKey })
  const done = await findDone<Customer>(deps.db.reader, request)
  if (done) return { ...done, message }
  const passwordHash = await hashPassword(body.password)
  const made = await saveWithImage(deps, {
    image: await drawLogo({ tenantId: null, url: body.url }, file, session),
    async save(logo) {
      const { answer: saved } = await deps.db.transact((tx) =>
        doOnce(tx, request, () => create(tx, { session, body, passwordHash, logo })),
      )
      return { saved }
    },
  }).catch(async (error: unknown) => {
    throw (await refusalOfBoth(deps, body.username, error)) ?? error
  })
  return { ...made, message }
}

/** What is said of a taken url where the username is taken too: the wizard marks both fields at once. */
async function refusalOfBoth(
  { db }: TenantAdminDeps,
  username: string,
  error: unknown,
): Promise<DomainError | null> {
  if (!(error instanceof DomainError) || error.code !== 'url_taken') return null
  if (!(await isUsernameTaken(db.reader, username))) return null
  return new DomainError('url_taken', {
    list: [error.message, errorCatalogue.username_taken.message],
    extra: { isExistingUsername: true },
  })
}

interface Asked {
  body: CustomerBody
  file: ReceivedFile
  idempotencyKey: string | undefined
}

/** The password is in it under a key of ours: what is stored of it must not be guessed from. */
async function toRequest(
  { secrets }: TenantAdminDeps,
  { userId }: AdminSession,
  { body: { password, confirmPassword: _, ...fields }, file, idempotencyKey }: Asked,
): Promise<KeyedRequest> {
  const asked = {
    act: 'add-customer',
    ...fields,
    password: secrets.hmac('customer-creation', password).toString('hex'),
    logo: idempotencyKey === undefined ? undefined : await hashFile(file.path),
  }
  const mismatch =
    'This customer was already created, as it was entered before your last change. Please look at the list first: nothing was changed now.'
  return { userId, idempotencyKey, asked, mismatch }
}

interface Creation {
  session: AdminSession
  body: CustomerBody
  passwordHash: string
  logo: StoredImage | undefined
}

async function create(tx: Tx, { session, body, passwordHash, logo }: Creation): Promise<Customer> {
  const { url, companyName, details, email, timeZone, thresholdToken } = body
  const tenantId = await insertTenant(tx, {
    url,
    companyName,
    details,
    supportEmail: email,
    timeZone,
    thresholdToken,
    logoPath: logo?.path ?? null,
  })
  const { username, fullName, contactNumber } = body
  await addOperator(tx, { tenantId, username, fullName, email, contactNumber, timeZone, passwordHash })
  if (logo) await recordImage(tx, logo, { tenantId, isPublic: true })
  const made = await readCustomer(tx, tenantId)
  const subject = `tenant:${tenantId}`
  await writeAudit(tx, { tenantId, actor: session, action: 'add-customer', subject, after: made })
  await announceChange(tx, { topic: 'customers', tenantId: null, role: 'admin' })
  return made
}
