import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { watchMemory } from '#test/watch-memory'
import type { FileStore, OpenedFile } from '../../features/media/ports.ts'
import { makeFileKey } from '../../features/media/ports.ts'

const audio = { contentType: 'audio/mpeg' }
const text = Buffer.from('0123456789')

function audioKey(): string {
  return makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
}

async function contentOf(store: FileStore, key: string): Promise<Buffer | null> {
  const opened = await store.open(key)
  return opened && (await bytesOf(opened))
}

async function bytesOf({ content }: OpenedFile): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : await buffer(content)
}

async function keysUnder(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}

async function* brokenAfter(chunks: number, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < chunks; i += 1) yield Buffer.alloc(chunkBytes, i)
  throw new Error('connection reset')
}

/** The promises of `FileStore`, the same for every adapter. `openStore` is called once in each test. */
export function describeFileStore(openStore: () => FileStore | Promise<FileStore>): void {
  test('gives back what was put, from bytes, a stream and a file on disk', async () => {
    const store = await openStore()
    const folder = await mkdtemp(join(tmpdir(), 'file-store-'))
    try {
      await writeFile(join(folder, 'source'), text)
      const sources = [
        text,
        Readable.from([text.subarray(0, 4), text.subarray(4)]),
        { path: join(folder, 'source') },
      ]
      for (const source of sources) {
        const key = audioKey()
        expect(await store.put(key, source, audio)).toEqual({ sizeBytes: 10 })
        expect(await contentOf(store, key)).toEqual(text)
        const facts = await store.stat(key)
        expect(facts).toMatchObject({ sizeBytes: 10, contentType: 'audio/mpeg' })
        expect(facts?.modifiedAt).toBeInstanceOf(Date)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test.each([
    ['the first byte', { start: 0, end: 0 }, '0', 0, 0],
    ['the middle', { start: 3, end: 5 }, '345', 3, 5],
    ['one byte in the middle', { start: 4, end: 4 }, '4', 4, 4],
    ['the last bytes', { start: 7, end: 9 }, '789', 7, 9],
    ['up to beyond the end', { start: 8, end: 4_000 }, '89', 8, 9],
    ['up to wherever it ends', { start: 6, end: Number.MAX_SAFE_INTEGER }, '6789', 6, 9],
    ['everything', { start: 0, end: 9 }, '0123456789', 0, 9],
  ])('opens a range: %s', async (_name, range, expected, start, end) => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, text, audio)
    const opened = await store.open(key, range)
    expect(opened).toMatchObject({ sizeBytes: 10, start, end, contentType: 'audio/mpeg' })
    expect(opened && String(await bytesOf(opened))).toBe(expected)
  })

  test.each([
    { start: 10, end: 12 },
    { start: 5, end: 4 },
    { start: -4, end: 2 },
    { start: 0.5, end: 2 },
  ])('refuses a range outside of the file: $start to $end', async (range) => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, text, audio)
    await expect(store.open(key, range)).rejects.toMatchObject({ code: 'range_not_satisfiable' })
  })

  test('says the size of the file when a range lies behind it', async () => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, text, audio)
    await expect(store.open(key, { start: 10, end: 10 })).rejects.toMatchObject({ sizeBytes: 10 })
  })

  test('replaces an older file as a whole', async () => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, Buffer.alloc(5_000, 1), audio)
    await store.put(key, text, audio)
    expect(await contentOf(store, key)).toEqual(text)
    expect(await keysUnder(store, '')).toEqual([key])
  })

  test('removes a file, and a missing one without complaint', async () => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, text, audio)
    await store.remove(key)
    await store.remove(key)
    expect(await store.stat(key)).toBeNull()
    expect(await store.open(key)).toBeNull()
    expect(await keysUnder(store, '')).toEqual([])
  })

  test('answers null for a file that is not there, with a range too', async () => {
    const store = await openStore()
    expect(await store.stat(audioKey())).toBeNull()
    expect(await store.open(audioKey())).toBeNull()
    expect(await store.open(audioKey(), { start: 0, end: 5 })).toBeNull()
  })

  test('keeps an empty file', async () => {
    const store = await openStore()
    const key = audioKey()
    await store.put(key, Readable.from([]), audio)
    expect(await contentOf(store, key)).toEqual(Buffer.alloc(0))
    await expect(store.open(key, { start: 0, end: 0 })).rejects.toMatchObject({ sizeBytes: 0 })
  })

  test.each([
    ['early', 2, 1_000],
    ['after several parts', 12, 1_000_000],
  ])('leaves nothing when the source breaks off %s', async (_name, chunks, chunkBytes) => {
    const store = await openStore()
    const [fresh, replaced] = [audioKey(), audioKey()]
    await store.put(replaced, text, audio)
    for (const key of [fresh, replaced]) {
      const put = store.put(key, Readable.from(brokenAfter(chunks, chunkBytes)), audio)
      await expect(put).rejects.toMatchObject({ code: 'source_broken_off' })
    }
    expect(await store.stat(fresh)).toBeNull()
    expect(await contentOf(store, replaced)).toEqual(text)
    expect(await keysUnder(store, '')).toEqual([replaced])
  })

  test('survives a source that has failed before it is read', async () => {
    const store = await openStore()
    const key = audioKey()
    const source = new Readable({ read: () => undefined })
    const put = store.put(key, source, audio)
    expect(source.listenerCount('error')).toBeGreaterThan(0)
    source.destroy(new Error('connection reset'))
    await expect(put).rejects.toMatchObject({ code: 'source_broken_off' })
    expect(await store.stat(key)).toBeNull()
  })

  test.each([9, 11])('leaves nothing when %i bytes were promised and 10 arrive', async (sizeBytes) => {
    const store = await openStore()
    const key = audioKey()
    const put = store.put(key, Readable.from([text]), { ...audio, sizeBytes })
    await expect(put).rejects.toMatchObject({ code: 'source_broken_off' })
    expect(await store.stat(key)).toBeNull()
  })

  test('lists by tenant and kind, in order', async () => {
    const store = await openStore()
    const key = (tenant: string, kind: string) => makeFileKey({ tenant, kind, extension: 'mp3' })
    const keys = [key('7', 'audio'), key('7', 'audio'), key('7', 'other'), key('70', 'audio')].sort()
    for (const each of keys) await store.put(each, text, audio)
    expect(await keysUnder(store, '')).toEqual(keys)
    expect(await keysUnder(store, '7/')).toEqual(keys.filter((each) => each.startsWith('7/')))
    expect(await keysUnder(store, '7/audio/')).toEqual(keys.filter((each) => each.startsWith('7/audio/')))
    expect(await keysUnder(store, '8/')).toEqual([])
  })

  test.each([
    '../../etc/passwd',
    '7/audio/../../secret.mp3',
    '/7/audio/x.mp3',
    `7/audio/${'a'.repeat(36)}.mp3`,
    '7/audio/0f0e0d0c-0000-4000-8000-000000000000.html',
    '7/audio/0f0e0d0c-0000-4000-8000-000000000000.mp3\n',
    '7/audio/0F0E0D0C-0000-4000-8000-000000000000.mp3',
    '7\\audio\\0f0e0d0c-0000-4000-8000-000000000000.mp3',
    '%2e%2e/audio/0f0e0d0c-0000-4000-8000-000000000000.mp3',
    '',
  ])('refuses a key that it did not make: %j', async (key) => {
    const store = await openStore()
    const invalid = { code: 'invalid_key' }
    await expect(store.put(key, text, audio)).rejects.toMatchObject(invalid)
    await expect(store.open(key)).rejects.toMatchObject(invalid)
    await expect(store.stat(key)).rejects.toMatchObject(invalid)
    await expect(store.remove(key)).rejects.toMatchObject(invalid)
  })

  test('refuses a prefix of another shape and a content type that contradicts the key', async () => {
    const store = await openStore()
    await expect(keysUnder(store, '../')).rejects.toMatchObject({ code: 'invalid_key' })
    const put = store.put(audioKey(), text, { contentType: 'text/html' })
    await expect(put).rejects.toMatchObject({ code: 'invalid_key' })
  })

  test('streams a large file with little of it in memory', async () => {
    const store = await openStore()
    const key = audioKey()
    const chunk = Buffer.alloc(64 * 1024, 'almanac')
    const chunks = 640
    const memory = watchMemory()
    const written = createHash('sha256')
    async function* source() {
      for (let i = 0; i < chunks; i += 1) {
        if (i % 40 === 0) memory.sample()
        written.update(chunk)
        yield chunk
      }
    }
    await store.put(key, Readable.from(source(), { objectMode: false }), audio)
    const opened = await store.open(key)
    const read = createHash('sha256')
    let readBytes = 0
    const { content } = opened as OpenedFile
    for await (const piece of Buffer.isBuffer(content) ? [content] : content) {
      if (readBytes % (2 << 20) < piece.length) memory.sample()
      readBytes += piece.length
      read.update(piece)
    }
    expect(readBytes).toBe(chunks * chunk.length)
    expect(read.digest('hex')).toBe(written.digest('hex'))
    // 40 MiB go through; an adapter that gathers them would hold them all.
    expect(memory.grownBytes()).toBeLessThan(16 << 20)
  })
}
