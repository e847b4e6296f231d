import type { Endpoint } from '../../contract/src/endpoint.ts'
import type { Example } from '../../server/test/examples.ts'
import type { Random } from '../chaos/random.ts'
import { formType, hostileForm } from './forms.ts'
import { bodies, contentTypes, headers, ids, methods, texts, value } from './values.ts'
import type { RawRequest } from './wire.ts'

/** Somebody signed in, or nobody. */
export interface Visitor {
  cookie: string
  csrfToken: string
}

export interface Target {
  endpoint: Endpoint
  example: Example
  /** Who may call it, so that a request comes as far as it can. */
  visitor: Visitor
  stranger: Visitor
  /** Right values of the path's parameters. */
  params: Readonly<Record<string, string>>
  host: string
}

export interface Attack {
  kind: string
  request: RawRequest
  /** Whether it is the endpoint's own method and path still, so that its description holds. */
  isOfOperation: boolean
}

interface Draft {
  method: string
  path: string
  query: string
  headers: [name: string, value: string][]
  pieces: Buffer[]
  isCutOff: boolean
  isOfOperation: boolean
}

/** A request to the endpoint that is right but for what one kind of attack changes. */
export function makeAttack(random: Random, target: Target): Attack {
  const kinds = Object.entries(attacks).filter(([, { fits }]) => fits(target)) as [
    [string, AttackKind],
    ...[string, AttackKind][],
  ]
  // What needs a file gets no further without a form.
  const needsForm = Object.values(target.endpoint.files ?? {}).some(({ required }) => required)
  const [kind, { change }] =
    needsForm && random.percent(60)
      ? (['wrong form', attacks['wrong form'] as AttackKind] as const)
      : random.pick(kinds)
  const draft = rightRequest(target)
  change(draft, random, target)
  return { kind, request: seal(draft), isOfOperation: draft.isOfOperation }
}

function rightRequest({ endpoint, example, visitor, params, host }: Target): Draft {
  const path = endpoint.path.replace(/:(\w+)|\*/g, (place, name: string) => params[name ?? place] ?? '1')
  const query = new URLSearchParams(example.query).toString()
  return {
    method: endpoint.method,
    path,
    query,
    headers: [
      ['Host', host],
      ['Connection', 'close'],
      ['Cookie', visitor.cookie],
      ...(endpoint.method === 'GET' ? [] : [['X-XSRF-TOKEN', visitor.csrfToken] as [string, string]]),
      ...(endpoint.body ? [['Content-Type', 'application/json'] as [string, string]] : []),
    ],
    pieces: endpoint.body ? [Buffer.from(JSON.stringify(example.body ?? {}))] : [],
    isCutOff: false,
    isOfOperation: true,
  }
}

/** Adds the length that a body has, unless the attack has said how long it is. */
function seal({ method, path, query, headers, pieces, isCutOff }: Draft): RawRequest {
  const isLengthSaid = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const needsLength = !isLengthSaid && (length > 0 || method === 'POST' || method === 'PUT')
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: needsLength ? [...headers, ['Content-Length', String(length)]] : headers,
    pieces: pieces.filter((piece) => piece.length > 0),
    isCutOff,
  }
}

interface AttackKind {
  fits: (target: Target) => boolean
  change: (draft: Draft, random: Random, target: Target) => void
}

const always = () => true
const hasBody = ({ endpoint }: Target) => endpoint.body !== undefined
const hasFiles = ({ endpoint }: Target) => endpoint.files !== undefined
const isWrite = ({ endpoint }: Target) => endpoint.method !== 'GET'
const hasParams = ({ endpoint }: Target) => /:|\*/.test(endpoint.path)

const attacks: Record<string, AttackKind> = {
  'wrong values': { fits: hasBody, change: changeValues },
  'wrong fields': { fits: hasBody, change: changeFields },
  'wrong JSON': {
    fits: isWrite,
    change: (draft, random) => {
      set(draft, 'Content-Type', 'application/json')
      draft.pieces = [Buffer.from(random.pick(bodies))]
    },
  },
  'wrong encoding': { fits: hasBody, change: changeEncoding },
  'wrong type': {
    fits: isWrite,
    change: (draft, random) => set(draft, 'Content-Type', random.pick(contentTypes)),
  },
  'wrong length': { fits: isWrite, change: changeLength },
  'in pieces': {
    fits: hasBody,
    change: (draft, random) => {
      const [whole = Buffer.alloc(0)] = draft.pieces
      const at = random.between(0, whole.length)
      draft.pieces = [whole.subarray(0, at), whole.subarray(at)]
    },
  },
  'wrong form': {
    fits: hasFiles,
    change: (draft, random, { endpoint, example }) => {
      set(draft, 'Content-Type', formType)
      draft.pieces = hostileForm(random, { ...(example.body as object) }, Object.keys(endpoint.files ?? {}))
    },
  },
  'wrong path': { fits: hasParams, change: changePath },
  'wrong query': { fits: always, change: changeQuery },
  'wrong header': {
    fits: always,
    change: (draft, random) => {
      const [name, text] = random.pick(headers)
      if (name === 'Host' || name === 'Cookie' || name === 'Connection') set(draft, name, text)
      else draft.headers.push([name, text])
      // What is no HTTP is answered by nobody in particular.
      if (name === 'Bad Name' || name === 'Connection' || name === 'Upgrade') draft.isOfOperation = false
    },
  },
  'many headers': {
    fits: always,
    change: (draft, random) => {
      const count = random.pick([50, 500, 3_000])
      for (let index = 0; index < count; index++) draft.headers.push([`X-${index}`, 'a'])
    },
  },
  'wrong method': {
    fits: always,
    change: (draft, random) => {
      draft.method = random.pick(methods)
      draft.isOfOperation = false
    },
  },
  'no or another session': {
    fits: always,
    change: (draft, random, { stranger }) => {
      set(draft, 'Cookie', random.pick(['', stranger.cookie, 'sid=invented', `${stranger.cookie}; sid=x`]))
      if (random.percent(50)) set(draft, 'X-XSRF-TOKEN', random.pick(['', 'a.b', stranger.csrfToken]))
    },
  },
}

function set(draft: Draft, name: string, text: string): void {
  draft.headers = [...draft.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()), [name, text]]
}

/** One value of the body in another one's place, at any depth. */
function changeValues(draft: Draft, random: Random, { example }: Target): void {
  const body = structuredClone(example.body ?? {}) as Record<string, unknown>
  let at: Record<string, unknown> = body
  for (;;) {
    const keys = Object.keys(at)
    if (keys.length === 0) break
    const key = random.pick(keys as [string, ...string[]])
    const inner = at[key]
    if (typeof inner === 'object' && inner !== null && random.percent(70)) {
      at = inner as Record<string, unknown>
      continue
    }
    at[key] = value(random)
    break
  }
  draft.pieces = [Buffer.from(JSON.stringify(body))]
}

function changeFields(draft: Draft, random: Random, { example }: Target): void {
  const body = { ...(example.body as Record<string, unknown> | undefined) }
  const keys = Object.keys(body)
  const [first] = keys
  if (first !== undefined && random.percent(50)) delete body[random.pick(keys as [string, ...string[]])]
  for (let count = random.between(1, 4); count > 0; count--) {
    Object.defineProperty(
      body,
      random.pick(['__proto__', 'constructor', 'id', 'tenantId', 'role', ...texts]),
      {
        value: value(random),
        enumerable: true,
        configurable: true,
      },
    )
  }
  draft.pieces = [Buffer.from(JSON.stringify(body))]
}

function changeEncoding(draft: Draft, random: Random): void {
  const text = draft.pieces.map((piece) => piece.toString()).join('')
  const ways = [
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
    () => Buffer.from(text.replaceAll('"', "'")),
    () => Buffer.from(encodeURIComponent(text)),
    () => Buffer.from(text).subarray(0, random.between(0, text.length)),
    () => Buffer.from(text.replaceAll('a', '\\u0061')),
    () => Buffer.from(text.replaceAll('a', '\\ud800')),
  ] as const
  draft.pieces = [random.pick(ways)()]
}

const badChunks = ['zz\r\n', '5\r\nab', '-1\r\n\r\n', `${'f'.repeat(20)}\r\n`] as const

function changeLength(draft: Draft, random: Random): void {
  const length = draft.pieces.reduce((sum, piece) => sum + piece.length, 0)
  const announce = (text: string) => void draft.headers.push(['Content-Length', text])
  const chunked = () => void draft.headers.push(['Transfer-Encoding', 'chunked'])
  /** Whoever announces more than comes is waited for, rightly, unless the connection ends. */
  const cutOff = (change: () => void) => () => {
    change()
    draft.isCutOff = true
  }
  const ways: readonly [() => void, ...(() => void)[]] = [
    cutOff(() => announce(String(length + 50))),
    cutOff(() => announce(String(10 ** 12))),
    cutOff(() => {
      chunked()
      draft.pieces = [Buffer.from(random.pick(badChunks))]
    }),
    () => announce(String(Math.max(0, length - 5))),
    () => announce('-1'),
    () => announce('1e3'),
    () => {
      announce('5')
      announce('6')
    },
    () => {
      announce('5')
      chunked()
    },
    () => {
      chunked()
      draft.pieces = [Buffer.from('0\r\n\r\n')]
    },
  ]
  random.pick(ways)()
  draft.isOfOperation = false
}

function changePath(draft: Draft, random: Random, { endpoint, params }: Target): void {
  const places = [...endpoint.path.matchAll(/:(\w+)|\*/g)].map(([place, name]) => name ?? place)
  const changed = random.pick(places as [string, ...string[]])
  const bad = random.percent(60) ? random.pick(ids) : encodeText(random.pick(texts)).slice(0, 6_000)
  draft.path = endpoint.path.replace(/:(\w+)|\*/g, (place, name: string) =>
    (name ?? place) === changed ? bad : (params[name ?? place] ?? '1'),
  )
  // Dots, slashes and nothing at all lead somewhere else.
  draft.isOfOperation = false
}

/** As far as it can be encoded; halves of characters become what stands for them. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())

function changeQuery(draft: Draft, random: Random, { endpoint }: Target): void {
  const known = Object.keys(endpoint.query?.shape ?? {})
  const name = () => random.pick(['page', 'itemPerPage', '__proto__', 'constructor', 'a[b][c]', ...known])
  const text = () => (random.percent(50) ? random.pick(ids) : encodeText(random.pick(texts)).slice(0, 3_000))
  const one = () => `${name()}=${text()}`
  const ways = [
    () => one(),
    () => `${draft.query}&${one()}&${one()}`,
    () => `${draft.query}&${draft.query}`,
    () => known.map((key) => `${key}=${text()}`).join('&'),
    () => known.map((key) => `${key}=1&${key}=2&${key}[]=3`).join('&'),
    () => Array.from({ length: 800 }, (_, index) => `k${index}=1`).join('&'),
    () => '&&&===&&%&?&#',
    () => `${name()}`,
    () => `${name()}=${'a'.repeat(9_000)}`,
  ] as const
  draft.query = random
    .pick(ways)()
    .slice(0, 14_000)
    .replace(/[^\x21-\x7e]/g, '')
}
