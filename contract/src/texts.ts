import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { oneLine } from './fields.ts'
import { limits } from './limits.ts'
import {
  atMostOne,
  customerUrl,
  day,
  flag,
  id,
  idText,
  instant,
  instantInput,
  message,
  paged,
  pageQuery,
} from './primitives.ts'

export const shortText = z.object({
  id: z.number().int(),
  messageName: z.string(),
  textContent: z.string(),
  disburseDateTime: instant,
  /** `scheduled`, `sending`, `sent`, `missed` (the sender was down too long) or `cancelled`. */
  status: z.enum(['scheduled', 'sending', 'sent', 'missed', 'cancelled']),
})
export type ShortText = z.output<typeof shortText>

/** What of a text's deliveries an operator may want to look into; all of them are in its report. */
export const deliverySummary = z.object({
  /** Refused, or reported as not delivered; their tokens were returned. */
  failed: z.number().int(),
  /** Nobody can say whether they arrived. */
  unknown: z.number().int(),
  heldUntil: instant.nullable().meta({
    description:
      'When the first of what is left to send leaves, where quiet hours hold all of it; null while anything else is under way.',
  }),
})
export type DeliverySummary = z.output<typeof deliverySummary>

/** A text in a list; `deliveries` is null until its time has come. */
export const listedShortText = shortText.extend({ deliveries: deliverySummary.nullable() })
export type ListedShortText = z.output<typeof listedShortText>

export const listShortTexts = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text',
  summary: "A category's short texts, unsent or sent",
  actor: ['customer'],
  params: z.object({ customerUrl }),
  query: atMostOne(
    z.object({
      ...pageQuery,
      consumerCategoryId: idText,
      isUnsent: flag.optional(),
      isSent: flag.optional(),
    }),
    ['isUnsent', 'isSent'],
  ),
  response: paged(listedShortText),
  errors: [],
})

/** Text without control characters other than tabs and line breaks. */
const severalLines = /^(?:\P{Cc}|[\t\n\r])*$/u

export const shortTextEntry = z.object({
  messageName: z
    .string({ error: 'Message name is required.' })
    .trim()
    .min(2, 'Message name must be 2 to 100 characters.')
    .max(100, { error: 'Message name must be 2 to 100 characters.', abort: true })
    .regex(oneLine, 'Message name must be one line.'),
  textContent: z
    .string({ error: 'Text is required.' })
    .trim()
    .min(2, 'Text must be 2 to 160 characters.')
    .max(limits.shortTextMaxCharacters, { error: 'Text must be 2 to 160 characters.', abort: true })
    .regex(severalLines, 'Text cannot contain control characters.'),
  disburseDateTime: instantInput,
})

export const addShortTexts = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/short-text',
  summary: 'Schedule short texts',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: z.object({
    shortTextList: z.array(shortTextEntry).min(1).max(limits.shortTextsAtOnceMax),
    consumerCategoryId: id,
  }),
  response: z.object({ message: z.string(), data: z.array(shortText) }),
  status: 201,
  idempotent: true,
  errors: ['disburse_too_soon', 'idempotency_mismatch'],
})

/**
 * What an edit was made of: a text that holds something else by now is not written over, but answered `text_changed` with
 * what it holds. Without it the last word counts.
 */
const expected = shortText
  .pick({ messageName: true, textContent: true, disburseDateTime: true })
  .optional()
  .meta({ description: 'What the edit was made of; a text that holds something else by now is not changed.' })

export const updateShortText = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId',
  summary: 'Change a short text, until one minute before its time',
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  body: shortTextEntry.extend({ expected }),
  response: z.object({ message: z.string(), data: shortText }),
  errors: ['disburse_too_soon', 'text_locked', 'text_sent', 'text_changed'],
})

export const deleteShortText = endpoint({
  method: 'DELETE',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId',
  summary: 'Delete a short text, until one minute before its time',
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  response: message,
  errors: ['text_locked', 'text_sent'],
})

export const copyShortText = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/short-text/copy',
  summary: 'Schedule the text of a short text, sent or not, under another name and time',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: shortTextEntry.omit({ textContent: true }).extend({ shortTextId: id }),
  response: z.object({ message: z.string(), data: shortText }),
  status: 201,
  idempotent: true,
  errors: ['disburse_too_soon', 'idempotency_mismatch'],
})

export const getShortText = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId',
  summary: 'One short text, with how far its deliveries have come',
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  response: listedShortText,
  errors: [],
})

/** What the form needs to know before it lets a time be picked. */
export const getShortTextSettings = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/settings',
  summary: 'The schedule delay for new short texts, and the time of day to propose for them',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  query: z.object({
    consumerCategoryId: idText.optional().meta({ description: 'Whose usual time is asked for first.' }),
  }),
  response: z.object({
    scheduleDelayMinutes: z.number().int(),
    timeZone: z.string(),
    usualTime: z.string().meta({
      description:
        'The most frequent time of day, HH:mm in the zone of the tenant, of the last 30 texts of the category, else of the tenant; 07:00 before the first.',
    }),
  }),
  errors: [],
})

/** A `.txt` file in UTF-8, a record a line: `Category | Message name | YYYY-MM-DD HH:mm | Text` (decision S8). */
const textFile = {
  maxBytes: limits.bulkTextMaxBytes,
  required: true,
  tooLarge: 'text_file_too_large',
} as const

/** What a bulk file schedules; days and times are those of the tenant's zone. */
export const bulkSummary = z.object({
  texts: z.number().int(),
  timeZone: z.string(),
  /** When the first and the last of them go out; null of none. */
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** How many of each category, in the order of their names. */
  categories: z.array(z.object({ id: z.number().int(), name: z.string(), texts: z.number().int() })),
  days: z.array(z.object({ day, texts: z.number().int() })),
})
export type BulkSummary = z.output<typeof bulkSummary>

/** A line that is no record, or one that can't be scheduled; lines are counted from 1, all of the file. */
export const badLine = z.object({ line: z.number().int(), reason: z.string() })
export type BadLine = z.output<typeof badLine>

const bulkParams = z.object({ customerId: idText })

export const previewBulkShortText = endpoint({
  method: 'POST',
  path: '/v1/admin/bulk-short-text/:customerId/preview',
  summary: 'What a bulk file would schedule, and every line that is not right; nothing is stored',
  actor: ['admin'],
  params: bulkParams,
  files: { textFile },
  response: bulkSummary.extend({ badLines: z.array(badLine) }),
  errors: ['invalid_text_file', 'text_file_too_large', 'upload_broken'],
})
export type BulkPreview = z.output<typeof previewBulkShortText.response>

/** All of the file or nothing of it: `errorMessageList` names each line that is not right, in its order. */
export const uploadBulkShortText = endpoint({
  method: 'POST',
  path: '/v1/admin/bulk-short-text/:customerId',
  summary: 'Schedule the short texts of a file, all or none of them',
  actor: ['admin'],
  params: bulkParams,
  files: { textFile },
  response: z.object({ message: z.string(), scheduled: bulkSummary }),
  status: 201,
  idempotent: true,
  errors: [
    'invalid_text_file',
    'text_file_too_large',
    'bulk_lines_refused',
    'upload_broken',
    'idempotency_mismatch',
  ],
})

export const downloadBulkTemplate = endpoint({
  method: 'GET',
  path: '/v1/admin/bulk-short-text/:customerId/template',
  summary: 'A bulk file to start from, with the categories of the tenant',
  actor: ['admin'],
  params: bulkParams,
  response: 'bytes',
  content: { mediaTypes: ['text/plain'] },
  errors: [],
})
