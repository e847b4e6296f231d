import type { RecordedCall } from '../../sandbox/test/recorder.ts'
import {
  type AnswerRule,
  type Description,
  type Operation,
  operationOf,
  type Provider,
} from './description.ts'
import { judgeEvent } from './events.ts'
import { readForm } from './form.ts'
import { type JudgedCall, type Judgment, sorted } from './judgment.ts'
import { undescribedCalls } from './undescribed.ts'

/** Whose API, or whose event, an address of the stand-in is; null for the stand-in's own pages. */
export function providerOf(url: string): Provider | null {
  const sender = /^\/event\/(stripe|paypal)$/.exec(url)?.[1]
  if (sender) return sender as Provider
  if (/^\/(api|messaging)\.twilio\.com\//.test(url)) return 'twilio'
  if (
    /^\/(v2|v3)\/|^\/v1\/(oauth2|customer|reporting|notifications\/(?!certs))/.test(url) &&
    !/^\/v1\/customers/.test(url)
  )
    return 'paypal'
  return /^\/v1\/(?!notifications)/.test(url) ? 'stripe' : null
}

/** Whether an adapter sent it: the providers' SDKs give their names. */
export function isOfAdapter({ caller, headers }: RecordedCall): boolean {
  return caller === 'product' && /stripe|paypal|twilio/i.test(headers['user-agent'] ?? '')
}

/** Holds a call against its provider's description; null for an address that is no API's. */
export function judge(
  descriptions: Partial<Record<Provider, Description>>,
  call: RecordedCall,
): JudgedCall | null {
  const provider = providerOf(call.url)
  const description = provider && descriptions[provider]
  if (!provider || !description) return null
  if (call.method === 'EVENT') return judgeEvent(provider, description, call)
  const { pathname } = new URL(call.url, 'http://stand-in')
  const operation = operationOf(description, call.method, pathname)
  const judged = operation
    ? {
        operation: operation.name,
        request: judgeRequest(provider, operation, call),
        answer: call.answer && judgeAnswer(provider, operation, call.answer),
      }
    : judgeUndescribed(description, provider, pathname, call)
  return { provider, call, ...judged }
}

function judgeUndescribed(description: Description, provider: Provider, path: string, call: RecordedCall) {
  const { method, answer } = call
  const known = undescribedCalls.find(
    (one) => one.provider === provider && one.method === method && one.path.test(path),
  )
  const operation = known ? `${method} ${known.page}` : `${method} ${path.replace(/_\w{10,}/g, '_…')}`
  const nothing = { wrong: [], beyond: [], isUndescribed: true }
  // What nobody documents is refused; who asks for it all the same is a test.
  const isRefused = answer === null || answer.status === 404 || answer.status === 401
  if (!known)
    return {
      operation,
      request: { ...nothing, wrong: isRefused ? [] : ['is no call that is known'] },
      answer: nothing,
    }
  const schema = answer?.status === 200 ? known.answer : undefined
  const wrong = schema && answer ? description.check(schema)(parsed(answer.body)) : []
  return { operation, request: nothing, answer: answer && { ...nothing, wrong } }
}

function judgeRequest(provider: Provider, operation: Operation, call: RecordedCall): Judgment {
  const { pathname, searchParams } = new URL(call.url, 'http://stand-in')
  const inPath = operation.path.exec(pathname)?.groups ?? {}
  const wrong: string[] = []
  for (const { name, in: place, required, check } of operation.parameters) {
    const value =
      place === 'path'
        ? inPath[name]
        : place === 'query'
          ? searchParams.get(name)
          : call.headers[name.toLowerCase()]
    if (value !== undefined && value !== null)
      wrong.push(...check(value).map((reason) => `${place} ${name}${reason}`))
    else if (required) wrong.push(`${place} ${name} is missing`)
  }
  const names = new Set(operation.parameters.map(({ name }) => name))
  const more = [...searchParams.keys()]
    .map((key) => key.split('[')[0] ?? key)
    .filter((key) => !names.has(key))
  if (call.headers.authorization === undefined) wrong.push('header Authorization is missing')
  wrong.push(...judgeBody(operation, call))
  return sorted(provider, [...wrong, ...new Set(more.map((name) => `query ${name} is not described`))])
}

function judgeBody({ body }: Operation, call: RecordedCall): string[] {
  if (!body) return call.body === '' ? [] : ['a body, where none is described']
  if (call.body === '') return body.isRequired ? ['body is missing'] : []
  const type = call.headers['content-type'] ?? 'none'
  if (!type.startsWith(body.type)) return [`Content-Type ${type}`]
  return body.check(body.type === 'application/json' ? parsed(call.body) : readForm(call.body))
}

function judgeAnswer(
  provider: Provider,
  operation: Operation,
  { status, headers, body }: NonNullable<RecordedCall['answer']>,
): Judgment {
  const own = operation.answers[status]
  const rule = own ?? operation.answers.default
  if (!rule) return sorted(provider, [`status ${status}`])
  const wrong = judgeAnswerBody(rule, headers['content-type'], body)
  // A `default` may list whom it stands for.
  const isOfNone = own === undefined && wrong.length > 0
  return sorted(provider, isOfNone ? [`status ${status}`] : wrong.map((reason) => `${status}: ${reason}`))
}

function judgeAnswerBody({ type, check }: AnswerRule, given = 'none', body: string): string[] {
  if (type === null) return body === '' ? [] : ['a body, where none is described']
  return given.startsWith(type) ? check(parsed(body)) : [`Content-Type ${given}`]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
