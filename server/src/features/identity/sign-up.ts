import type { identity } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { isTimeZone } from '@almanac/contract/time-zones'
import type { Database } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { countEvent } from '../../platform/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { openWallet } from '../ledger/index.ts'
import type { Tenant } from '../tenants/index.ts'
import { sendCode } from './codes.ts'
import { codeOwner } from './find-user.ts'
import type { AddressLimits } from './limits.ts'
import { foldUsername, takenName } from './names.ts'
import { hashPassword } from './passwords.ts'

/**
 * Makes a consumer with an empty wallet and sends the code that verifies the e-mail address.
 * @throws DomainError `username_taken`, `email_taken`, `unknown_category`.
 */
export async function signUp(
  { db, secrets, limits }: { db: Database; secrets: Secrets; limits: AddressLimits },
  tenant: Tenant,
  body: Body<typeof identity.signup>,
  address: string,
): Promise<Answer<typeof identity.signup>> {
  await countEvent(db.reader, `sign-up:${address}`, limits.signUps)
  const passwordHash = await hashPassword(body.password)
  const timeZone = body.timeZone && isTimeZone(body.timeZone) ? body.timeZone : tenant.timeZone
  try {
    await db.transact(async (tx) => {
      const category = await tx
        .selectFrom('categories')
        .select('id')
        .where('tenantId', '=', tenant.id)
        .where('id', '=', body.defaultCategoryId)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      if (!category) throw new DomainError('unknown_category')
      const { id } = await tx
        .insertInto('users')
        .values({
          tenantId: tenant.id,
          role: 'consumer',
          username: body.username,
          usernameKey: foldUsername(body.username),
          fullName: body.fullName,
          email: body.email,
          contactNumber: body.contactNumber,
          passwordHash,
          timeZone,
          defaultCategoryId: category.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await openWallet(tx, tenant.id, id)
      const owner = codeOwner({ id, username: body.username, tenantId: tenant.id }, tenant.companyName)
      await sendCode(tx, secrets, owner, 'email', body.email)
    })
  } catch (error) {
    throw takenName(error) ?? error
  }
  return {
    username: body.username,
    tempEmail: body.email,
    tempSmsPhoneNumber: null,
    message: 'Registration is successful',
  }
}
