import { type Description, operationOf, type Provider } from './description.ts'
import { readForm } from './form.ts'
import type { JudgedCall } from './judgment.ts'

/** A request that was allowed, with one thing changed so that its description forbids it. */
export interface ForbiddenRequest {
  provider: Provider
  operation: string
  /** What was changed, e.g. `/purchase_units/n/amount/value: a text of another form`. */
  change: string
  method: string
  /** With its query. */
  url: string
  headers: Record<string, string>
  /** Of JSON or, where it is a form, of texts; undefined where there is none. */
  body: unknown
  isForm: boolean
}

/** One of a kind: an operation, a place in it and what was done there. */
export function makeForbidden(
  descriptions: Partial<Record<Provider, Description>>,
  judged: readonly JudgedCall[],
): ForbiddenRequest[] {
  const made = new Map<string, ForbiddenRequest>()
  for (const one of judged) {
    const isAllowed = one.request.wrong.length === 0 && !one.request.isUndescribed
    if (!isAllowed || (one.call.answer?.status ?? 500) >= 300) continue
    for (const request of variantsOf(descriptions, one)) {
      const key = [request.operation, request.change].join(' ')
      if (!made.has(key)) made.set(key, request)
    }
  }
  return [...made.values()]
}

function variantsOf(
  descriptions: Partial<Record<Provider, Description>>,
  { provider, operation: name, call }: JudgedCall,
): ForbiddenRequest[] {
  const { pathname, searchParams } = new URL(call.url, 'http://stand-in')
  const description = descriptions[provider]
  const operation = description && operationOf(description, call.method, pathname)
  if (!operation) return []
  const isForm = operation.body !== null && operation.body.type !== 'application/json'
  const body = call.body === '' ? undefined : isForm ? readForm(call.body) : JSON.parse(call.body)
  const allowed = { provider, operation: name, method: call.method, url: call.url, headers: {}, body, isForm }
  const ofBody = body === undefined || !operation.body ? [] : changesOf(body, isForm)
  const check = operation.body?.check
  const variants: ForbiddenRequest[] = ofBody
    .filter(({ value }) => check?.(value).some((reason) => !reason.endsWith('is no field that is named')))
    .map(({ value, change }) => ({ ...allowed, body: value, change }))
  for (const { name: parameter, in: place, required, check: allows } of operation.parameters) {
    if (place === 'path') continue
    for (const [words, text] of Object.entries(texts).filter(([, value]) => allows(value).length > 0)) {
      const change = `${place} ${parameter}: ${words}`
      if (place === 'header') variants.push({ ...allowed, headers: { [parameter]: text }, change })
      else variants.push({ ...allowed, url: withQuery(pathname, searchParams, parameter, text), change })
    }
    if (!required) continue
    const change = `${place} ${parameter}: missing`
    if (place === 'header') variants.push({ ...allowed, headers: { [parameter]: '' }, change })
    else variants.push({ ...allowed, url: withQuery(pathname, searchParams, parameter, null), change })
  }
  return variants
}

function withQuery(pathname: string, query: URLSearchParams, name: string, value: string | null): string {
  const changed = new URLSearchParams(query)
  if (value === null) changed.delete(name)
  else changed.set(name, value)
  return `${pathname}?${changed}`
}

/** What a text may be in place of the one that is asked for. */
const texts = {
  'another word': 'NO_SUCH_WORD',
  'a small word': 'no_such_word',
  'signs of another kind': '~!|<>',
  'a long text': 'X'.repeat(6000),
  'three decimals': '12.345',
  'a negative number': '-5',
} as const

interface Change {
  value: unknown
  change: string
}

/** The value with one part left out, of another type, too long, of another form. */
function changesOf(value: unknown, isForm: boolean, at = ''): Change[] {
  // A form as a whole is always an object.
  const others = isForm && at === '' ? [] : othersOf(value, isForm)
  const here = others.map(([words, other]) => ({
    value: other,
    change: `${at || '/'}: ${words}`,
  }))
  if (typeof value !== 'object' || value === null) return here
  const isList = Array.isArray(value)
  const within = Object.entries(value).flatMap(([key, part]) => {
    const place = `${at}/${isList ? 'n' : key}`
    const put = (inner: unknown) => {
      const copy = structuredClone(value) as Record<string, unknown>
      copy[key] = inner
      return copy
    }
    const { [key]: _, ...without } = value as Record<string, unknown>
    return [
      ...(isList ? [] : [{ value: without, change: `${place}: missing` }]),
      ...changesOf(part, isForm, place).map(({ value: inner, change }) => ({ value: put(inner), change })),
    ]
  })
  return [...here, ...within]
}

function othersOf(value: unknown, isForm: boolean): [string, unknown][] {
  if (Array.isArray(value)) {
    return [
      ['a text', 'text'],
      ['an empty list', []],
      ['a long list', Array.from({ length: 1001 }, () => value[0])],
    ]
  }
  if (typeof value === 'object' && value !== null)
    return [
      ['a text', 'text'],
      ['a list', [value]],
    ]
  const others: [string, unknown][] = [...Object.entries(texts), ['an object', { a: 'b' }]]
  return isForm
    ? others
    : [...others, ['an empty text', ''], ['a number', 7], ['a truth', true], ['a list', ['a']]]
}
