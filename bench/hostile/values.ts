import type { Random } from '../chaos/random.ts'

const long = (text: string, times: number) => text.repeat(times)

/** Texts that have broken a parser, a pattern, a database or a page somewhere. */
export const texts = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eevil',
  '\u200b\u200d\u2060',
  'e\u0301'.normalize('NFD'),
  '\u1e9e\u00df\u0130\u0131',
  '\ufdfa',
  long('\u0301', 400),
  '👩‍👩‍👧‍👦'.repeat(20),
  '𝒶𝒹𝓂𝒾𝓃',
  'аdmin',
  "' or '1'='1",
  "'; drop table users; --",
  '"><script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is to be sent as it stands
  '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '%00%0a%0d',
  'a\r\nSet-Cookie: sid=1',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  '٣٤',
  '１２３',
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '9999-12-31T23:59:59.999999999Z',
  '0000-00-00 00:00',
  '-271821-04-20T00:00:00Z',
  '+1 (((((((((((((((((',
  long('+1', 200),
  long('a@', 200),
  `${long('a.', 120)}@example`,
  long('1', 5_000),
  long(' ', 10_000),
  long('a', 100_000),
  long('é', 40_000),
  long('(', 20_000),
  long('\\', 3_000),
] as const

/** Numbers at the edges of what a machine holds. */
export const numbers = [
  0, -0, -1, 0.1, 1.5, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 9_007_199_254_740_992,
  1e21, 1e308, -1e308, 5e-324,
] as const

const proto = JSON.parse(
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
) as object

/** Any value of JSON, of another kind than what is asked for in most cases. */
export function value(random: Random): unknown {
  const kinds = [
    () => null,
    () => true,
    () => random.pick(texts),
    () => random.pick(texts),
    () => random.pick(numbers),
    () => [],
    () => ({}),
    () => [random.pick(texts), random.pick(numbers), null],
    () => Array.from({ length: random.pick([1, 101, 5_000]) }, () => random.pick(numbers)),
    () => ({ [random.pick(texts)]: random.pick(texts), length: 1e9, toString: 1, valueOf: {} }),
    () => proto,
    () => deep(random.pick([20, 200, 1_000])),
  ] as const
  return random.pick(kinds)()
}

function deep(levels: number): unknown {
  let value: unknown = 'the end'
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** An id or name as it may stand in a path or query, not encoded. */
export const ids = [
  '0',
  '-1',
  '1.5',
  '1e9',
  '0x1',
  '+1',
  '2147483647',
  '2147483648',
  '9'.repeat(30),
  'NaN',
  'null',
  'undefined',
  '１',
  "1'",
  '1;2',
  '1,2',
  '..',
  '.',
  '%',
  '%00',
  '%2e%2e%2f',
  '%ff%fe',
  '%c0%ae',
  '%F0%9F%98%80',
  '%25%30',
  '*',
  ':id',
  '{id}',
  '[]',
  '~root',
  'aurora%2f..',
  'AURORA',
  'a'.repeat(299),
  'a'.repeat(5_000),
] as const

/** JSON that is none, or more than it seems. */
export const bodies = [
  '',
  ' ',
  '{',
  '}',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1e999}',
  '{"a":"\\ud800"}',
  '{"a":"\u0001"}',
  '\ufeff{}',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[[[[]]]]',
  '{"a":1}{"a":2}',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"\\u005f_proto__":1}',
  '['.repeat(50_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `"${'a'.repeat(199_000)}"`,
  `"${'a'.repeat(250_000)}"`,
  `{${Array.from({ length: 9_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
] as const

export const contentTypes = [
  'text/plain',
  'text/xml',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, application/json',
  'application/vnd.api+json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; boundary="a b"',
  'multipart/mixed; boundary=edge',
  '*/*',
  '/',
  'application/',
  'a'.repeat(2_000),
] as const

/** Headers that ask for something else than they should. */
type Header = readonly [name: string, value: string]

export const headers: readonly [Header, ...Header[]] = [
  ['Range', 'bytes=0-'],
  ['Range', 'bytes=-0'],
  ['Range', 'bytes=5-1'],
  ['Range', 'bytes=99999999999999999999-'],
  ['Range', `bytes=${'0-1,'.repeat(500)}0-1`],
  ['Range', 'lines=1-2'],
  ['If-None-Match', '*'],
  ['If-None-Match', `"${'a'.repeat(4_000)}"`],
  ['If-Modified-Since', 'yesterday'],
  ['If-Match', '"1"'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'é'],
  ['Idempotency-Key', 'k'.repeat(300)],
  ['Idempotency-Key', '__proto__'],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'not a url'],
  ['Referer', '\\\\evil'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Accept', 'image/png'],
  ['Accept-Encoding', 'gzip;q=NaN, br, *;q=0'],
  ['Content-Encoding', 'gzip'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Expect', '100-continue'],
  ['Expect', 'a-miracle'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', '127.0.0.1, ::1, nonsense'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for="_evil";proto=https'],
  ['Authorization', 'Bearer null'],
  ['Cookie', 'sid=; sid=a; XSRF-TOKEN='],
  ['Cookie', 'sid=%00%ff; __proto__=1; a=b=c; ;;;'],
  ['Cookie', `sid=${'a'.repeat(7_000)}`],
  ['Host', 'evil.example'],
  ['Host', ''],
  ['X-Long', 'a'.repeat(15_000)],
  ['X-Too-Long', 'a'.repeat(17_000)],
  ['Bad Name', 'a'],
  ['X-Unicode', '名前'],
]

/** Without CONNECT, which Node ends unanswered, as a server that is no proxy may. */
export const methods = ['PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND', 'get', 'FOO'] as const
