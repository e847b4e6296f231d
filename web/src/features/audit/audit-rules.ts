import { formatDateTime } from '../../ui/format.ts'

/** What a value of the trail can be. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** One field of what was there: its name in words, and its values; null of one that was not there. */
export interface FieldChange {
  name: string
  before: string | null
  after: string | null
  isChanged: boolean
}

/** Rows of the difference that are shown at once; longer ones say how many are left out. */
export const SHOWN_FIELDS_MAX = 200

/**
 * What an act has changed, field by field: nested ones by their way, `Company › Name`. Changed ones first, each kind in the
 * order in which it was recorded. Instants are shown in the zone.
 */
export function changesOf(before: Json, after: Json, timeZone: string): FieldChange[] {
  const [was, is] = [flatten(before, timeZone), flatten(after, timeZone)]
  const names = [...new Set([...was.keys(), ...is.keys()])]
  const changes = names.map((name) => {
    const fields = { before: was.get(name) ?? null, after: is.get(name) ?? null }
    return { name, ...fields, isChanged: fields.before !== fields.after }
  })
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)]
}

function flatten(value: Json, timeZone: string, way: readonly string[] = []): Map<string, string> {
  if (value === null && way.length === 0) return new Map()
  if (value === null || typeof value !== 'object')
    return new Map([[way.join(' › ') || 'Value', inWords(value, timeZone)]])
  const parts = Array.isArray(value)
    ? value.map((part, index) => [String(index + 1), part] as const)
    : Object.entries(value).map(([name, part]) => [nameInWords(name), part] as const)
  if (parts.length === 0) return way.length === 0 ? new Map() : new Map([[way.join(' › '), 'none']])
  return new Map(parts.flatMap(([name, part]) => [...flatten(part, timeZone, [...way, name])]))
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function inWords(value: string | number | boolean | null, timeZone: string): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && instant.test(value)) return formatDateTime(value, timeZone)
  return value === '' ? 'empty' : String(value)
}

/** `smsPhoneNumber` and `sms_phone_number` are `Sms phone number`; what is no name of a field stays as it is. */
function nameInWords(name: string): string {
  if (!/^[a-z][A-Za-z0-9_]*$/.test(name)) return name
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end, next) => `${end} ${next.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
