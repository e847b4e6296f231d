import type { Random } from '../chaos/random.ts'
import { texts } from './values.ts'

const edge = 'hostile-edge'
export const formType = `multipart/form-data; boundary=${edge}`

interface Part {
  head: string
  content: Buffer
}

/** A form of right fields, in which something is not right; the pieces in which it is sent. */
export function hostileForm(
  random: Random,
  fields: Readonly<Record<string, unknown>>,
  fileFields: readonly string[],
): Buffer[] {
  const parts = Object.entries(fields).map(([name, value]): Part => field(name, String(value)))
  for (const name of fileFields) parts.push(file(name, random.pick(fileNames), random.pick(contents)()))
  spoil(random, parts)
  const whole = Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${edge}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(random.percent(85) ? `--${edge}--\r\n` : ''),
  ])
  return cut(random, random.percent(15) ? whole.subarray(0, random.between(0, whole.length)) : whole)
}

const fileNames = ['a.mp3', 'a.png', '', '../../a.png', 'a\u0000.png', 'é'.repeat(200), '"; name="x'] as const

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const contents = [
  () => Buffer.alloc(0),
  () => Buffer.from('plain text'),
  () => Buffer.alloc(70_000, 0xff),
  () => Buffer.concat([pngStart, Buffer.from('ffffffffffffffff0806000000', 'hex')]),
  () => Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(9_000)]),
  () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(20_000, 0xaa)]),
  () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  () => Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00', 'latin1'),
  () => Buffer.from('ffd8ffe000104a46494600', 'hex'),
  () => Buffer.from(`--${edge}--\r\n`),
] as const

function field(name: string, value: string): Part {
  return { head: `Content-Disposition: form-data; name="${name}"`, content: Buffer.from(value) }
}

function file(name: string, fileName: string, content: Buffer): Part {
  const head = `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png`
  return { head, content }
}

/** Changes a form in one way. */
function spoil(random: Random, parts: Part[]): void {
  const text = random.pick(texts)
  const at = random.between(0, Math.max(0, parts.length - 1))
  const ways = [
    () => undefined,
    () => void parts.splice(at, 1),
    () => void parts.splice(at, 1, field('fullName', text)),
    () => parts.push(field('__proto__', text), field('constructor', 'x')),
    () => parts.push(field('fullName', 'a'), field('fullName', 'b'), field('fullName[0]', 'c')),
    () => parts.push(file('unexpected', 'a.png', Buffer.from('x'))),
    () => parts.push(file('fullName', 'a.txt', Buffer.from('Nova'))),
    () => parts.push(file('image', 'a.png', Buffer.from('x')), file('image', 'b.png', Buffer.from('y'))),
    () => parts.push(field('image', 'no file'), field('audio', 'no file')),
    () => parts.push({ head: 'Content-Disposition: form-data', content: Buffer.from('no name') }),
    () => parts.push({ head: 'X-Nothing: a', content: Buffer.from('no disposition') }),
    () => parts.push({ head: `X-Long: ${'a'.repeat(100_000)}`, content: Buffer.from('') }),
    () => parts.push({ head: 'Content-Disposition: form-data; name=""', content: Buffer.from('') }),
    () => parts.push(field('a'.repeat(2_000), text)),
    () => parts.push(field('fullName', 'a'.repeat(30_000))),
    () => void Array.from({ length: 60 }, (_, index) => parts.push(field(`f${index}`, 'x'))),
    () =>
      parts.push({
        head: 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
        content: Buffer.from('%%%'),
      }),
  ] as const
  random.pick(ways)()
}

/** Cuts at random places, within the boundary too. */
function cut(random: Random, whole: Buffer): Buffer[] {
  const places = Array.from({ length: random.between(0, 6) }, () => random.between(0, whole.length)).sort(
    (one, other) => one - other,
  )
  return [0, ...places].map((from, index) => whole.subarray(from, places[index] ?? whole.length))
}
