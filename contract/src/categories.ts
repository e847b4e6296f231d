import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { missingOrWrong, oneLine } from './fields.ts'
import { LOGO_MISSING } from './file-refusals.ts'
import { limits } from './limits.ts'
import {
  customerUrl,
  flag,
  fromDigits,
  fromJson,
  id,
  idText,
  message,
  paged,
  pageQuery,
  searchText,
} from './primitives.ts'

export const mediumName = z.enum(['audio', 'sms', 'email'])
export type MediumName = z.output<typeof mediumName>

export const deliveryMedium = z.object({
  id: z.number().int(),
  name: mediumName,
  numberOfTokens: z.number().int(),
  isDisable: z.boolean(),
})

export const consumerCategory = z.object({
  id: z.number().int(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  logoSvg: z.string().nullable(),
  sortOrder: z.number().int(),
  customerId: z.number().int(),
  deliveryMediums: z.array(deliveryMedium),
  isSubscribed: z.boolean().optional(),
  subscribedMediums: z.array(mediumName).optional(),
})
export type ConsumerCategory = z.output<typeof consumerCategory>

/** `mediums=sms&mediums=email`, or one value. */
const mediums = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(mediumName).max(3))
  .optional()

export const listConsumerCategories = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumer-category',
  summary: 'Categories of a tenant, for consumers with their subscriptions',
  actor: ['consumer', 'customer'],
  params: z.object({ customerUrl }),
  query: z.object({ ...pageQuery, mediums, includeSubscription: flag.default(false) }),
  response: paged(consumerCategory),
  errors: [],
})

/** A category as admins see it, with what its deletion would end. */
export const adminCategory = consumerCategory.omit({ isSubscribed: true, subscribedMediums: true }).extend({
  /** Consumers who receive it, by whatever medium. */
  subscriberCount: z.number().int(),
  /** Short texts of it whose time is still to come. */
  scheduledTextCount: z.number().int(),
})
export type AdminCategory = z.output<typeof adminCategory>

const categoryName = z
  .string({ error: 'Category name is required.' })
  .trim()
  .min(1, 'Category name is required.')
  .min(3, 'Category name must be 3 to 30 characters.')
  .max(30, { error: 'Category name must be 3 to 30 characters.', abort: true })
  .regex(oneLine, 'Category name must be one line.')

const sortOrderRange = `Sort order must be a whole number from 1 to ${limits.sortOrderMax}.`
const sortOrder = fromDigits(
  z
    .number({ error: missingOrWrong('Sort order is required.', sortOrderRange) })
    .int(sortOrderRange)
    .min(1, sortOrderRange)
    .max(limits.sortOrderMax, sortOrderRange),
)

const tokensRange = 'Tokens must be a whole number up to 1,000,000.'
/** What one message or reading costs, in tokens; 0 is free. */
export const mediumTokens = fromDigits(
  z
    .number({ error: missingOrWrong('Tokens are required.', tokensRange) })
    .int(tokensRange)
    .min(0, tokensRange)
    .max(limits.tokensMax, tokensRange),
)

const mediumEntry = z.object({
  /** The medium's own; it is known by its name as well. */
  id: id.nullish(),
  name: mediumName,
  /** Counts as 0 where it is disabled. */
  numberOfTokens: mediumTokens,
  isDisable: z.boolean().default(false),
})
export type MediumEntry = z.output<typeof mediumEntry>

const isOnce = (entries: readonly MediumEntry[]) =>
  new Set(entries.map(({ name }) => name)).size === entries.length
const hasAudio = (entries: readonly MediumEntry[]) =>
  entries.some(({ name, isDisable }) => name === 'audio' && !isDisable)

/** A medium that is left out is disabled; Audio never is. */
const deliveryMediumEntries = fromJson(
  z
    .array(mediumEntry)
    .max(3)
    .refine(isOnce, 'Each delivery medium can be given once.')
    .refine(hasAudio, 'Audio is always enabled.'),
)

export const categoryBody = z.object({
  name: categoryName,
  sortOrder,
  customerId: idText,
  deliveryMedium: deliveryMediumEntries,
})

/** What an admin enters of a category, as it is read. */
export const categoryContent = consumerCategory.pick({ name: true, sortOrder: true }).extend({
  deliveryMediums: z.array(deliveryMedium.omit({ id: true })),
})
export type CategoryContent = z.output<typeof categoryContent>

/** What an edit was made of (as `expected` of `updateShortText`). Without it the last word counts. */
const expected = fromJson(categoryContent).optional().meta({
  description: 'What the edit was made of; a category that is something else by now is not changed.',
})

const logoFile = {
  maxBytes: limits.svgMaxBytes,
  tooLarge: 'svg_too_large',
  mediaTypes: ['image/svg+xml'],
} as const

const writeErrors = ['name_taken', 'invalid_svg', 'svg_too_large', 'upload_broken'] as const

export const listAdminCategories = endpoint({
  method: 'GET',
  path: '/v1/admin/consumer-categories',
  summary: 'Categories of a tenant, or of all, with what hangs on each',
  actor: ['admin'],
  query: z.object({ ...pageQuery, customerId: idText.optional(), searchText }),
  response: paged(adminCategory),
  errors: [],
})

export const addCategory = endpoint({
  method: 'POST',
  path: '/v1/admin/consumer-category',
  summary: 'Add a category with its logo (svg)',
  actor: ['admin'],
  body: categoryBody,
  files: { categoryLogo: { ...logoFile, required: true, missing: LOGO_MISSING } },
  response: adminCategory.extend({ message: z.string() }),
  status: 201,
  errors: [...writeErrors, 'idempotency_mismatch'],
  idempotent: true,
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/v1/admin/consumer-category/:consumerCategoryId',
  summary: 'Change a category; a medium that is switched off ends what is received by it',
  actor: ['admin'],
  params: z.object({ consumerCategoryId: idText }),
  body: categoryBody.extend({ expected }),
  files: { categoryLogo: { ...logoFile, required: false } },
  response: adminCategory.extend({ message: z.string() }),
  errors: [...writeErrors, 'changed_meanwhile'],
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/v1/admin/consumer-category/:consumerCategoryId',
  summary: 'Delete a category: its texts are cancelled, its subscriptions end and their consumers are told',
  actor: ['admin'],
  params: z.object({ consumerCategoryId: idText }),
  response: message,
  errors: ['last_category'],
})
