import { badParameter } from './errors.ts'

/** What a call may carry: the names the API knows, and the form of each. */
export type Shape = { [name: string]: Rule }

type Rule =
  | { kind: 'text'; required?: boolean; oneOf?: readonly string[]; most?: number; clearable?: boolean }
  | { kind: 'integer'; required?: boolean; least?: number; most?: number; clearable?: boolean }
  | { kind: 'flag'; required?: boolean; orText?: readonly string[] }
  | { kind: 'texts'; required?: boolean }
  | { kind: 'metadata'; required?: boolean }
  | { kind: 'object'; shape: Shape; required?: boolean; clearable?: boolean }
  | { kind: 'range'; required?: boolean }
  /** Known to the real API, not played here: refused with a sentence that says so. */
  | { kind: 'notPlayed'; required?: boolean }

/** The parameters after reading: texts, integers, booleans, nested objects. */
export type Parameters = Record<string, unknown>

/** Reads form-coded parameters; the first that is unknown, missing or malformed is refused as Stripe does. */
export function readParameters(shape: Shape, raw: unknown, prefix = ''): Parameters {
  const input = isRecord(raw) ? raw : {}
  const name = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`)
  const unknown = Object.keys(input).filter((key) => !(key in shape))
  const first = unknown[0]
  if (first !== undefined) {
    const message =
      unknown.length === 1
        ? `Received unknown parameter: ${name(first)}`
        : `Received unknown parameters: ${unknown.map(name).join(', ')}`
    throw badParameter(name(first), message, 'parameter_unknown')
  }
  const output: Parameters = {}
  for (const [key, rule] of Object.entries(shape)) {
    const value = input[key]
    if (value === undefined) {
      if (rule.required)
        throw badParameter(name(key), `Missing required param: ${name(key)}.`, 'parameter_missing')
      continue
    }
    output[key] = readOne(rule, value, name(key))
  }
  return output
}

function readOne(rule: Rule, value: unknown, param: string): unknown {
  if (value === '' && rule.kind !== 'notPlayed') return readEmpty(rule, param)
  switch (rule.kind) {
    case 'text':
      return readText(rule, value, param)
    case 'integer':
      return readInteger(rule, value, param)
    case 'flag':
      if (value === 'true') return true
      if (value === 'false') return false
      if (typeof value === 'string' && rule.orText?.includes(value)) return value
      throw badParameter(param, `Invalid boolean: ${String(value)}`)
    case 'texts':
      return readTexts(value, param)
    case 'metadata':
      return readMetadata(value, param)
    case 'object':
      if (!isRecord(value)) throw badParameter(param, 'Invalid object')
      return readParameters(rule.shape, value, param)
    case 'range':
      return readRange(value, param)
    case 'notPlayed':
      throw badParameter(param, `The sandbox does not play '${param}', which the real API knows.`)
  }
}

function readEmpty(rule: Rule, param: string): null {
  const clearable = rule.kind === 'metadata' || ('clearable' in rule && rule.clearable)
  if (clearable) return null
  throw badParameter(
    param,
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    'parameter_invalid_empty',
  )
}

function readText(rule: { oneOf?: readonly string[]; most?: number }, value: unknown, param: string): string {
  if (typeof value !== 'string') throw badParameter(param, `Invalid string: ${JSON.stringify(value)}`)
  if (rule.oneOf && !rule.oneOf.includes(value)) {
    throw badParameter(param, `Invalid ${param}: must be one of ${rule.oneOf.join(', ')}`)
  }
  const most = rule.most ?? 5000
  if (value.length > most) {
    throw badParameter(param, `Invalid string: ${value.slice(0, 12)}...; must be at most ${most} characters`)
  }
  return value
}

function readInteger(rule: { least?: number; most?: number }, value: unknown, param: string): number {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    throw badParameter(param, `Invalid integer: ${String(value)}`, 'parameter_invalid_integer')
  }
  const number = Number(value)
  if (rule.least !== undefined && number < rule.least) {
    throw badParameter(
      param,
      `This value must be greater than or equal to ${rule.least}.`,
      'parameter_invalid_integer',
    )
  }
  if (rule.most !== undefined && number > rule.most) {
    throw badParameter(
      param,
      `This value must be less than or equal to ${rule.most}.`,
      'parameter_invalid_integer',
    )
  }
  return number
}

function readTexts(value: unknown, param: string): string[] {
  const list = isRecord(value) ? Object.values(value) : value
  if (!Array.isArray(list) || list.some((item) => typeof item !== 'string')) {
    throw badParameter(param, 'Invalid array')
  }
  return list
}

/** Metadata: at most 50 keys of 40 characters with values of 500; an empty value removes its key. */
function readMetadata(value: unknown, param: string): Record<string, string> {
  if (!isRecord(value)) throw badParameter(param, 'Invalid object')
  const entries = Object.entries(value)
  if (entries.length > 50) throw badParameter(param, 'You cannot have more than 50 metadata keys.')
  for (const [key, text] of entries) {
    if (typeof text !== 'string') throw badParameter(`${param}[${key}]`, 'Metadata values must be strings.')
    if (key.length > 40) {
      throw badParameter(param, `Metadata keys can be at most 40 characters long: '${key}' is too long.`)
    }
    if (text.length > 500) {
      throw badParameter(`${param}[${key}]`, 'Metadata values can have up to 500 characters.')
    }
  }
  return value as Record<string, string>
}

function readRange(value: unknown, param: string): Record<string, number> {
  if (typeof value === 'string') return { gte: readInteger({}, value, param), lte: Number(value) }
  const bound = { kind: 'integer' } as const
  return readParameters({ gt: bound, gte: bound, lt: bound, lte: bound }, value, param) as Record<
    string,
    number
  >
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Merges metadata as the API does: new keys are added, keys with an empty value go, an empty whole clears. */
export function mergeMetadata(old: Record<string, string>, change: unknown): Record<string, string> {
  if (change === undefined) return old
  if (!isRecord(change)) return {}
  const merged = { ...old, ...(change as Record<string, string>) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
