import type { profile } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession, TenantSession } from '../../platform/http/session.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { normaliseSmsNumber, updateProfile } from '../identity/index.ts'
import { addImage, type FileStore, reencodePicture, removeImage } from '../media/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import { readAdminProfile, readConsumerProfile, readCustomerProfile } from './read-profile.ts'

export interface ProfileDeps {
  db: Database
  secrets: Secrets
  files: FileStore
  log: Log
}

const picturePixels = 300
const message = 'Profile updated successfully'

/** Saves a consumer's profile. @throws DomainError as the endpoint declares. */
export async function saveConsumerProfile(
  deps: ProfileDeps,
  session: TenantSession,
  body: Body<typeof profile.updateConsumerProfile>,
  image: ReceivedFile | undefined,
): Promise<Answer<typeof profile.updateConsumerProfile>> {
  const { smsPhoneNumber, ...fields } = body
  const sms = smsPhoneNumber === undefined ? {} : { smsPhoneNumber: normaliseSmsNumber(smsPhoneNumber) }
  await requireOwnCategory(deps.db, session.tenantId, body.defaultCategoryId)
  const needed = await save(deps, session, { ...fields, ...sms }, image)
  return { ...(await readConsumerProfile(deps.db.reader, session.userId)), ...needed, message }
}

/** Saves an operator's profile. */
export async function saveCustomerProfile(
  deps: ProfileDeps,
  session: TenantSession,
  body: Body<typeof profile.updateCustomerProfile>,
  image: ReceivedFile | undefined,
): Promise<Answer<typeof profile.updateCustomerProfile>> {
  const needed = await save(deps, session, body, image)
  return { ...(await readCustomerProfile(deps.db.reader, session.userId)), ...needed, message }
}

/** Saves an admin's profile. */
export async function saveAdminProfile(
  deps: ProfileDeps,
  session: AdminSession,
  body: Body<typeof profile.updateAdminProfile>,
  image: ReceivedFile | undefined,
): Promise<Answer<typeof profile.updateAdminProfile>> {
  const needed = await save(deps, session, body, image)
  return { ...(await readAdminProfile(deps.db.reader, session.userId)), ...needed, message }
}

async function requireOwnCategory({ reader }: Database, tenantId: number, categoryId: number): Promise<void> {
  const category = await reader
    .selectFrom('categories')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', categoryId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!category) throw new DomainError('unknown_category')
}

async function save(
  deps: ProfileDeps,
  session: TenantSession | AdminSession,
  change: Parameters<typeof updateProfile>[2],
  image: ReceivedFile | undefined,
) {
  const { tenantId, userId, role } = session
  const companyName =
    tenantId === null ? 'Almanac' : (await requireTenantById(deps.db.reader, tenantId)).companyName
  const profilePic = image && (await storePicture(deps, session, image))
  const picture = profilePic === undefined ? {} : { profilePic }
  try {
    const owner = { userId, tenantId, role, companyName }
    const { replacedPicture, ...needed } = await updateProfile(deps, owner, { ...change, ...picture })
    if (replacedPicture) await removeUnused(deps, replacedPicture)
    return needed
  } catch (error) {
    // Whatever failed, nothing but a saved profile keeps a picture.
    if (profilePic) await removeUnused(deps, profilePic)
    throw error
  }
}

/** A picture that cannot be removed now is no reason to fail what is done: it stays, and nothing shows it. */
async function removeUnused(deps: ProfileDeps, path: string): Promise<void> {
  try {
    const user = await deps.db.reader
      .selectFrom('users')
      .select('id')
      .where('profilePic', '=', path)
      .executeTakeFirst()
    if (!user) await removeImage(deps, path)
  } catch (error) {
    deps.log.warn({ err: error, path }, 'an unused picture could not be removed')
  }
}

async function storePicture(
  deps: ProfileDeps,
  session: TenantSession | AdminSession,
  image: ReceivedFile,
): Promise<string> {
  const size = { width: picturePixels, height: picturePixels }
  const target = { ...size, fit: 'cover', format: 'png' } as const
  const content = await reencodePicture(image.path, target, `user:${session.userId}`)
  const folder = session.tenantUrl ?? 'platform'
  return addImage(deps, { tenantId: session.tenantId, folder, content, extension: 'png', isPublic: false })
}
