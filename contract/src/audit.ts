import { z } from 'zod'
import { csvFile, endpoint } from './endpoint.ts'
import { dayInput, flag, idText, instant, longPaged, pageQuery, searchText } from './primitives.ts'

/** Every act that leaves an audit row, and what is said of who did it: `aurora-ops added a reading`. */
export const auditActions = {
  'add-admin': 'made an admin',
  'add-audio': 'added a reading',
  'add-category': 'added a category',
  'add-customer': 'added a customer',
  'add-package': 'added a package',
  'add-short-texts': 'scheduled short texts',
  'answer-ticket': 'answered a support ticket',
  'change-password': 'changed their password',
  'copy-audio': 'copied a reading',
  'copy-short-text': 'copied a short text',
  'decide-held': 'decided on what a restore had held',
  'delete-audio': 'deleted a reading',
  'delete-category': 'deleted a category',
  'delete-customer': 'deleted a customer',
  'delete-package': 'deleted a package',
  'delete-short-text': 'deleted a short text',
  'edit-token-balance': 'changed a token balance',
  'refund-payment': 'refunded a payment',
  'replay-payment-event': 'had an event of a payment provider worked off again',
  'reset-password': 'reset their password',
  'retry-job': 'had a job run at once',
  'update-audio': 'changed a reading',
  'update-category': 'changed a category',
  'update-consumer': 'changed a consumer',
  'update-customer': 'changed a customer',
  'update-package': 'changed a package',
  'update-profile': 'changed their profile',
  'update-short-text': 'changed a short text',
  'upload-short-texts': 'uploaded a file of short texts',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof auditActions

/** What was done, in words; an action of another version by its name. */
export function auditWords(action: string): string {
  return (auditActions as Record<string, string>)[action] ?? action.replaceAll('-', ' ')
}

const subjects: Record<string, string> = {
  audio: 'Reading',
  category: 'Category',
  job: 'Job',
  package: 'Package',
  'payment-event': 'Event',
  'outbox-message': 'Letter',
  purchase: 'Payment',
  'short-text': 'Short text',
  tenant: 'Customer',
  ticket: 'Ticket',
  user: 'User',
}

/** What it was done to, in words: `audio:17` is `Reading 17`, and with its name `Reading 17: The Open Door`. */
export function subjectWords({ subject, subjectName }: Pick<AuditEntry, 'subject' | 'subjectName'>): string {
  const [, kind = '', id = ''] = /^([^:]+):(.*)$/.exec(subject) ?? []
  const word = subjects[kind]
  const words = word ? `${word} ${id}` : subject
  return subjectName === null ? words : `${words}: ${subjectName}`
}

export const auditEntry = z.object({
  id: z.number().int(),
  createdAt: instant,
  /** Null of what no person has done. */
  username: z.string().nullable(),
  fullName: z.string().nullable(),
  /** As what it was done: `admin`, `customer`, or `server` of what was done on the server itself. */
  role: z.string(),
  action: z.string(),
  subject: z.string(),
  /**
   * What the subject is called by now, where people know it by a name: a username, the provider’s id of a payment; null
   * otherwise.
   */
  subjectName: z.string().nullable(),
  /** Null of what concerns no tenant. */
  customerUrl: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

const filters = {
  /** Of this tenant alone. */
  customerId: idText.optional(),
  /** A part of the username or the full name of who has done it. */
  searchText,
  action: z.string().max(60).optional(),
  /** Whose days the two are, both inclusive. */
  timeZone: z.string().max(64).default('UTC'),
  startDate: dayInput.optional(),
  endDate: dayInput.optional(),
}

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/v1/admin/audit-entries',
  summary: 'What admins and operators have done, newest first',
  actor: ['admin'],
  query: z.object({ ...pageQuery, ...filters, isShortAscending: flag.default(false) }),
  response: longPaged(auditEntry),
  errors: [],
})

export const readAuditEntry = endpoint({
  method: 'GET',
  path: '/v1/admin/audit-entries/:entryId',
  summary: 'One act with what was there before and after it',
  actor: ['admin'],
  params: z.object({ entryId: idText }),
  response: auditEntry.extend({
    before: z.unknown().meta({ description: 'What was there, as the act has recorded it; null of nothing.' }),
    after: z.unknown().meta({ description: 'The same of what is there since.' }),
  }),
  errors: [],
})
export type AuditDetails = z.output<typeof readAuditEntry.response>

/** Acts that one file holds at the most. */
export const AUDIT_FILE_MAX = 10_000

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/v1/admin/audit-entries/csv',
  summary: 'The same as a file, with before and after as JSON; refused where there are more than 10,000',
  actor: ['admin'],
  query: z.object(filters),
  ...csvFile,
  errors: [],
})
