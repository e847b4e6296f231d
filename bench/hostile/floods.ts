import { deflateSync } from 'node:zlib'
import { limits } from '../../contract/src/limits.ts'
import { sandboxAccount } from '../../server/src/sandbox-account.ts'
import { failureReport } from '../../server/test/returned-mail.ts'
import { flatPng } from '../../server/test/samples/pictures.ts'
import type { Visitor } from './requests.ts'
import type { Visitors } from './visitors.ts'

/** A request that costs its parser as much as a body of its size can. */
export interface Flood {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  visitor: Visitor
  headers: Record<string, string>
  body?: Buffer
}

interface People {
  visitors: Visitors
  categoryId: string
  customerId: string
}

/** At least one flood for each parser of foreign bytes. */
export function floods({ visitors, categoryId, customerId }: People): Flood[] {
  const logoPath = `/v1/admin/consumer-category/${categoryId}`
  return [
    ...emails(visitors.anybody),
    ...plainBodies(visitors.anybody),
    ...addresses(visitors.anybody),
    ...Object.entries(drawings).map(([name, content]) =>
      upload(
        `SVG: ${name}`,
        ['PUT', logoPath, visitors.admin],
        ['categoryLogo', 'a.svg', Buffer.from(content)],
      ),
    ),
    ...Object.entries(textFiles).map(([name, content]) =>
      upload(
        `bulk file: ${name}`,
        ['POST', `/v1/admin/bulk-short-text/${customerId}/preview`, visitors.admin],
        ['textFile', 'a.txt', content],
      ),
    ),
    ...Object.entries(recordings()).map(([name, content]) =>
      upload(
        `MP3: ${name}`,
        ['POST', '/v1/customers/aurora/audio', visitors.customer],
        ['audio', 'a.mp3', content],
      ),
    ),
    ...Object.entries(pictures).map(([name, content]) =>
      upload(`picture: ${name}`, ['PUT', '/v1/admin/profile', visitors.admin], ['image', 'a.png', content]),
    ),
    forms(visitors.admin),
  ]
}

function emails(visitor: Visitor): Flood[] {
  const headers = { 'content-type': 'message/rfc822', authorization: `Bearer ${sandboxAccount.bounceSecret}` }
  const report = (block: string) => failureReport('bounces@almanac.test', block)
  const bodies = {
    '300 KB of line ends': '\n'.repeat(300_000),
    '1 MB of line ends': '\n'.repeat(1_000_000),
    '20,000 lines': `From: a@b.example\n${'\n'.repeat(19_990)}`,
    '10,000 headers': `From: a@b.example\n${'X: y\n'.repeat(10_000)}\n`,
    'headers over 256 KB': `From: a@b.example\nX: ${'y'.repeat(300_000)}\n\n`,
    '1,000 nested parts': Array.from(
      { length: 1_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join(''),
    '19,000 parts': report('--b\n'.repeat(19_000)),
    '9,000 blocks of fields': report('a: b\n\n'.repeat(9_000)),
    '40,000 recipients': `From: a@b.example\nTo: ${'a@b.c,'.repeat(40_000)}\n\n`,
  }
  return Object.entries(bodies).map(([name, body]) => ({
    ...{ name: `email: ${name}`, method: 'POST', path: '/v1/webhooks/mail/bounce', visitor, headers },
    body: Buffer.from(body),
  }))
}

function plainBodies(visitor: Visitor): Flood[] {
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'a'.repeat(28) }
  const signUp = '/v1/customers/aurora/consumers/signup'
  const text = (value: string) => JSON.stringify({ email: value, username: value, contactNumber: value })
  const bodies: [name: string, path: string, headers: Record<string, string>, body: string][] = [
    ['JSON: 100,000 levels', signUp, json, '['.repeat(99_000) + ']'.repeat(99_000)],
    ['JSON: 66,000 objects', signUp, json, `[${'{},'.repeat(65_000)}{}]`],
    [
      'JSON: 15,000 fields',
      signUp,
      json,
      `{${Array.from({ length: 15_000 }, (_, at) => `"k${at}":1`).join()}}`,
    ],
    ['JSON: escapes', signUp, json, text('\\u0000'.repeat(10_000))],
    ['fields: at signs', signUp, json, text('a@'.repeat(30_000))],
    ['fields: dots', signUp, json, text(`a@${'a.'.repeat(30_000)}`)],
    ['fields: spaces', signUp, json, text(`a${' '.repeat(60_000)}a`)],
    ['fields: brackets', signUp, json, text(`+1${'('.repeat(60_000)}`)],
    ['fields: digits', signUp, json, text('1'.repeat(60_000))],
    ['Twilio: 99,000 fields', '/v1/webhooks/twilio/status', form, 'a&'.repeat(99_000)],
    [
      'Twilio: 20,000 names',
      '/v1/webhooks/twilio/inbound',
      form,
      Array.from({ length: 20_000 }, (_, at) => `k${at}=`).join('&'),
    ],
    ['Twilio: percent signs', '/v1/webhooks/twilio/inbound', form, '%'.repeat(199_000)],
    [
      'Stripe: 1 MB of brackets',
      '/v1/webhooks/stripe',
      { ...json, 'stripe-signature': `t=1,${'v1=a,'.repeat(2_500)}` },
      '['.repeat(999_000),
    ],
    ['PayPal: 1 MB of brackets', '/v1/webhooks/paypal', json, '['.repeat(999_000)],
    ['PayPal: 300,000 objects', '/v1/webhooks/paypal', json, `[${'{},'.repeat(330_000)}{}]`],
  ]
  return bodies.map(([name, path, headers, body]) => {
    return { name, method: 'POST', path, visitor, headers, body: Buffer.from(body) }
  })
}

function addresses(visitor: Visitor): Flood[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}): Flood => {
    return { name, method: 'GET', path, visitor, headers }
  }
  const validity = '/v1/user/shortcode/validity'
  return [
    get('query: 7,000 names', `${validity}?${'a&'.repeat(7_000)}`),
    get('query: brackets', `${validity}?a${'[b]'.repeat(4_500)}=1`),
    get('query: percent signs', `${validity}?passwordToken=${'%25'.repeat(4_500)}`),
    get('path: 14 KB', `/v1/customers/${'%61'.repeat(4_600)}/landingpage`),
    get('cookies: 3,000', validity, { cookie: 'a=b;'.repeat(3_500) }),
    get('range: 3,000', '/favicon.ico', { range: `bytes=${'0-1,'.repeat(3_500)}0-1` }),
  ]
}

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
const list = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at))

const drawings = {
  '900 namespaces for 4,900 elements': svg(
    `<g ${list(900, (at) => `xmlns:a${at}="b"`).join(' ')}>${'<g/>'.repeat(4_900)}</g>`,
  ),
  '6,000 style rules': svg(`<style>${'*{}'.repeat(6_000)}</style>${'<g/>'.repeat(4_900)}`),
  '10,000 entities': svg(`<text>${'&lt;'.repeat(10_000)}</text>`),
  '4,000 attributes': svg(`<path ${list(4_000, (at) => `a${at}=""`).join(' ')}/>`),
}

const bulkBytes = limits.bulkTextMaxBytes
const textFiles = {
  '5 MB of line ends': Buffer.alloc(bulkBytes, '\n'),
  '5 MB of separators': Buffer.alloc(bulkBytes, '|'),
  '10,000 bad times': Buffer.from(list(10_000, (at) => `leo|a|${1000 + at}-01-01 10:00|x`).join('\n')),
  '10,000 times': Buffer.from(
    list(10_000, (at) => `leo|a|${new Date(2e12 + at * 864e5).toISOString().slice(0, 10)} 10:00|x`).join(
      '\n',
    ),
  ),
}

function recordings(): Record<string, Buffer> {
  // MPEG 2, layer III, 8 kbps at 24 kHz: the smallest frames there are.
  const frame = Buffer.alloc(24)
  frame.writeUInt32BE(0xfff3_1400)
  return {
    '640,000 frames': Buffer.alloc(limits.audioMaxBytes, frame),
    '1,500,000 tags': Buffer.alloc(limits.audioMaxBytes, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')),
    'a tag of 256 MB': Buffer.concat([
      Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
      Buffer.alloc(9_000),
    ]),
    '1 MB of line ends': Buffer.alloc(1_000_000, '\n'),
  }
}

const pictures = {
  '25 megapixels': flatPng(5_000, 5_000),
  '4 MB of 0xFF': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(4_000_000, 0xff)]),
  '1,000,000 segments': Buffer.concat([
    Buffer.from('ffd8ff', 'hex'),
    Buffer.alloc(4_000_000, Buffer.from('ffe00002', 'hex')),
  ]),
  '4 MB of zeros, packed': deflateSync(Buffer.alloc(4_000_000)),
}

const edge = 'hostile-edge'

/** The fields do not matter: the file is inspected, or refused, whatever they say. */
function upload(
  name: string,
  [method, path, visitor]: [method: 'POST' | 'PUT', path: string, visitor: Visitor],
  [field, fileName, content]: [field: string, fileName: string, content: Buffer],
): Flood {
  const fields = Object.entries(fieldsOf[field] ?? {}).map(
    ([key, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(fields.join('') + head),
    content,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
  return {
    name,
    method,
    path,
    visitor,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
    body,
  }
}

/** What else the forms need, by the name of their file, so that the file is looked at. */
const fieldsOf: Record<string, Record<string, string>> = {
  categoryLogo: {
    ...{ name: 'Leo of the floods', sortOrder: '9', customerId: '1' },
    deliveryMedium: JSON.stringify([{ name: 'audio', numberOfTokens: 7 }]),
  },
  audio: {
    ...{ audioName: 'A flood', consumerCategoryId: '1' },
    ...{ startDateTime: '2035-01-01 00:05', endDateTime: '2035-01-29 00:05' },
  },
  image: { fullName: 'Ada Flood', email: 'ada@flood.example', contactNumber: '+1 617 555 0100' },
}

function forms(visitor: Visitor): Flood {
  const part = `--${edge}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`
  return {
    ...{ name: 'form: 250,000 fields', method: 'PUT', path: '/v1/admin/profile', visitor },
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
    body: Buffer.from(part.repeat(250_000)),
  }
}
