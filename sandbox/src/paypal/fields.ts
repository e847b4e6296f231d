import type { ErrorDetail } from './errors.ts'

/** What a JSON body may carry. Names that are not listed are passed over, as PayPal does. */
export type Shape = { [name: string]: Rule }

export type Rule =
  | {
      kind: 'text'
      required?: boolean
      least?: number
      most?: number
      pattern?: RegExp
      oneOf?: readonly string[]
      url?: boolean
    }
  | { kind: 'flag'; required?: boolean }
  | { kind: 'object'; shape: Shape; required?: boolean }
  | { kind: 'list'; of: Rule; least: number; most: number; required?: boolean }
  | { kind: 'any'; required?: boolean }
  /** Known to the real API, not played here: refused with a sentence that says so. */
  | { kind: 'notPlayed'; issue: string; required?: boolean }

/** Every complaint about `body`, in the order of the shape; `at` is the JSON pointer of the body itself. */
export function complaints(shape: Shape, body: unknown, at = ''): ErrorDetail[] {
  if (!isRecord(body)) return [wrong('INVALID_PARAMETER_SYNTAX', at === '' ? '/' : at, body)]
  return Object.entries(shape).flatMap(([name, rule]) => {
    const field = `${at}/${name}`
    const value = body[name]
    if (value !== undefined) return complaintsOf(rule, value, field)
    return rule.required ? [wrong('MISSING_REQUIRED_PARAMETER', field, undefined)] : []
  })
}

function complaintsOf(rule: Rule, value: unknown, field: string): ErrorDetail[] {
  switch (rule.kind) {
    case 'text':
      return complaintsOfText(rule, value, field)
    case 'flag':
      return typeof value === 'boolean' ? [] : [wrong('INVALID_PARAMETER_SYNTAX', field, value)]
    case 'object':
      return complaints(rule.shape, value, field)
    case 'list':
      if (!Array.isArray(value)) return [wrong('INVALID_PARAMETER_SYNTAX', field, value)]
      if (value.length < rule.least) return [wrong('INVALID_ARRAY_MIN_ITEMS', field, undefined)]
      if (value.length > rule.most) return [wrong('INVALID_ARRAY_MAX_ITEMS', field, undefined)]
      return value.flatMap((item, index) => complaintsOf(rule.of, item, `${field}/${index}`))
    case 'any':
      return []
    case 'notPlayed':
      return [wrong(rule.issue, field, undefined)]
  }
}

function complaintsOfText(
  rule: Extract<Rule, { kind: 'text' }>,
  value: unknown,
  field: string,
): ErrorDetail[] {
  if (typeof value !== 'string') return [wrong('INVALID_PARAMETER_SYNTAX', field, value)]
  if (value.length < (rule.least ?? 0) || value.length > (rule.most ?? 4000)) {
    return [wrong('INVALID_STRING_LENGTH', field, value)]
  }
  const malformed = (rule.pattern && !rule.pattern.test(value)) || (rule.url && !URL.canParse(value))
  if (malformed) return [wrong('INVALID_PARAMETER_SYNTAX', field, value)]
  const isAny = !rule.oneOf || rule.oneOf.includes(value)
  return isAny ? [] : [wrong('INVALID_PARAMETER_VALUE', field, value)]
}

function wrong(issue: string, field: string, value: unknown): ErrorDetail {
  return { field, ...(typeof value === 'string' && { value }), location: 'body', issue }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
