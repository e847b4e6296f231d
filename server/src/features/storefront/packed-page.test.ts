import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PackedPage } from './packed-page.ts'

const html = Buffer.from(
  Array.from({ length: 500 }, (_, index) => `<p>Day ${index * 7919} of ${index}.</p>`).join(''),
)
const page = () => new PackedPage(html, { 'cache-control': 'no-cache' })

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['identity', 'deflate', (bytes: Buffer) => bytes],
  ['gzip', 'gzip;q=0.5, br;q=0', gunzipSync],
  ['br', 'gzip ; q=0.000 , BR; q=0.1', brotliDecompressSync],
  ['identity', 'br;q=0.0,gzip; q=0', (bytes: Buffer) => bytes],
  ['identity', 'x-br, gzipped', (bytes: Buffer) => bytes],
] as const)('a page is the same as %s, for who accepts %s', (encoding, accepted, unpack) => {
  const packed = page().encodedFor(accepted)
  expect(packed.encoding).toBe(encoding)
  expect(unpack(packed.bytes).equals(html)).toBe(true)
})

test('the first visitor waits for no dense page, later ones have it', async () => {
  const packed = page()
  const quick = packed.encodedFor('br').bytes
  expect(quick.length).toBeLessThan(html.length / 3)
  await expect.poll(() => packed.encodedFor('br').bytes.length).toBeLessThan(quick.length)
  const dense = packed.encodedFor('br').bytes
  expect(brotliDecompressSync(dense).equals(html)).toBe(true)
  expect(packed.encodedFor('br').bytes).toBe(dense)
})

test('the tag is that of what the page says', () => {
  expect(page().etag).toBe(page().etag)
  expect(new PackedPage(Buffer.from('<p>Other</p>'), {}).etag).not.toBe(page().etag)
  expect(page().headers).toMatchObject({ etag: page().etag, vary: 'accept-encoding' })
})
