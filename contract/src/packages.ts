import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { missingOrWrong, oneLine } from './fields.ts'
import { LOGO_MISSING } from './file-refusals.ts'
import { limits } from './limits.ts'
import {
  customerUrl,
  flag,
  fromDigits,
  fromDollars,
  fromJson,
  idText,
  message,
  money,
  paged,
  pageQuery,
  searchText,
} from './primitives.ts'

export const tokenPackage = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Dollars. */
  price: money,
  numberOfTokens: z.number().int(),
  imagePath: z.string().nullable(),
  isAutoRenewable: z.boolean(),
  /** Dollars; 0 where the package can not be bought automatically. */
  autoRenewPrice: money,
  customerId: z.number().int(),
})
export type TokenPackage = z.output<typeof tokenPackage>

export const consumerPackage = tokenPackage.extend({
  /** Not empty where the consumer chose the package for automatic purchase. */
  consumerAutoRenewablePackages: z.array(z.object({ id: z.number().int() })),
})
export type ConsumerPackage = z.output<typeof consumerPackage>

export const listPackages = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/packages',
  summary: 'Packages of a tenant',
  actor: ['consumer', 'customer'],
  params: z.object({ customerUrl }),
  query: z.object(pageQuery),
  response: paged(tokenPackage),
  errors: [],
})

export const listConsumerPackages = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/packages',
  summary: 'Packages as a consumer sees them',
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  response: z.object({ packages: z.array(consumerPackage) }),
  errors: [],
})

/** A package as admins see it, with what its deletion would end. */
export const adminPackage = tokenPackage.extend({
  /** Consumers who have it bought automatically. */
  autoPurchaseCount: z.number().int(),
})
export type AdminPackage = z.output<typeof adminPackage>

const packageName = z
  .string({ error: 'Package name is required.' })
  .trim()
  .min(1, 'Package name is required.')
  .min(3, 'Package name must be 3 to 50 characters.')
  .max(50, { error: 'Package name must be 3 to 50 characters.', abort: true })
  .regex(oneLine, 'Package name must be one line.')

/** Dollars, to the cent; `least` is in dollars too. */
function price(name: string, least: number) {
  const wrong = `${name} must be a number with 2 decimals at most.`
  return fromDollars(
    z
      .number({ error: missingOrWrong(`${name} is required.`, wrong) })
      .min(least, `${name} must be greater than 0.`)
      .max(limits.priceMaxDollars, `${name} must be 100,000 at most.`)
      .multipleOf(0.01, wrong),
  )
}

const tokensRange = 'Tokens must be a whole number from 1 to 1,000,000.'
const numberOfTokens = fromDigits(
  z
    .number({ error: missingOrWrong('Tokens are required.', tokensRange) })
    .int(tokensRange)
    .positive(tokensRange)
    .max(limits.tokensMax, tokensRange),
)

const leastPrice = 0.01

export const packageFields = z.object({
  name: packageName,
  price: price('Price', leastPrice),
  numberOfTokens,
  customerId: idText,
})

/** Of a package that can be bought automatically. */
export const autoRenewPrice = price('Auto-purchase price', leastPrice)

export const packageBody = packageFields
  .extend({
    isAutoRenewable: flag.default(false),
    /** Counts as 0 where the package can not be bought automatically. */
    autoRenewPrice: price('Auto-purchase price', 0).default(0),
  })
  .refine(({ isAutoRenewable, autoRenewPrice }) => !isAutoRenewable || autoRenewPrice >= leastPrice, {
    path: ['autoRenewPrice'],
    message: 'Auto-purchase price is required.',
  })

/** What an admin enters of a package, as it is read. */
export const packageContent = tokenPackage.pick({
  name: true,
  price: true,
  numberOfTokens: true,
  isAutoRenewable: true,
  autoRenewPrice: true,
})
export type PackageContent = z.output<typeof packageContent>

/** What an edit was made of (as `expected` of `updateShortText`). Without it the last word counts. */
const expected = fromJson(packageContent)
  .optional()
  .meta({ description: 'What the edit was made of; a package that is something else by now is not changed.' })

const logoFile = {
  maxBytes: limits.pictureMaxBytes,
  tooLarge: 'picture_too_large',
  mediaTypes: ['image/png', 'image/jpeg'],
} as const

const writeErrors = [
  'name_taken',
  'not_auto_purchasable',
  'invalid_picture',
  'picture_too_large',
  'upload_broken',
] as const

export const listAdminPackages = endpoint({
  method: 'GET',
  path: '/v1/admin/packages',
  summary: 'Packages of a tenant, or of all, with what hangs on each',
  actor: ['admin'],
  query: z.object({ ...pageQuery, customerId: idText.optional(), searchText }),
  response: paged(adminPackage),
  errors: [],
})

export const addPackage = endpoint({
  method: 'POST',
  path: '/v1/admin/package',
  summary: 'Add a package with its logo (png or jpeg, drawn at 200x100)',
  actor: ['admin'],
  body: packageBody,
  files: { packageLogo: { ...logoFile, required: true, missing: LOGO_MISSING } },
  response: adminPackage.extend({ message: z.string() }),
  status: 201,
  errors: [...writeErrors, 'idempotency_mismatch'],
  idempotent: true,
})

export const updatePackage = endpoint({
  method: 'PUT',
  path: '/v1/admin/package/:packageId',
  summary: 'Change a package; a dearer automatic purchase waits for its consumer',
  actor: ['admin'],
  params: z.object({ packageId: idText }),
  body: packageBody.safeExtend({ expected }),
  files: { packageLogo: { ...logoFile, required: false } },
  response: adminPackage.extend({ message: z.string() }),
  errors: [...writeErrors, 'changed_meanwhile'],
})

export const deletePackage = endpoint({
  method: 'DELETE',
  path: '/v1/admin/package/:packageId',
  summary: 'Delete a package: automatic purchases of it end, and their consumers are told',
  actor: ['admin'],
  params: z.object({ packageId: idText }),
  response: message,
  errors: [],
})
