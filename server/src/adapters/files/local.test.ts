import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFileKey } from '../../features/media/ports.ts'
import { describeFileStore } from './file-store.contract.ts'
import { openLocalFileStore } from './local.ts'

const audio = { contentType: 'audio/mpeg' }
let base: string
let folder: string

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'local-store-'))
  folder = join(base, 'files')
})

afterEach(async () => {
  await rm(base, { recursive: true, force: true })
})

describe('the local file store', () => {
  describeFileStore(() => openLocalFileStore({ folder }))

  test('follows no link, neither to a file nor to a folder', async () => {
    const store = await openLocalFileStore({ folder })
    const outside = makeFileKey({ tenant: 'outside', kind: 'audio', extension: 'mp3' })
    await mkdir(join(base, 'outside', 'audio'), { recursive: true })
    await writeFile(join(base, outside), 'secret')
    await symlink(join(base, 'outside'), join(folder, 'outside'))
    const unsafe = { code: 'unsafe_path' }
    await expect(store.open(outside)).rejects.toMatchObject(unsafe)
    await expect(store.stat(outside)).rejects.toMatchObject(unsafe)
    await expect(store.put(outside, Buffer.from('x'), audio)).rejects.toMatchObject(unsafe)
    await expect(store.remove(outside)).rejects.toMatchObject(unsafe)

    const linked = makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
    await mkdir(join(folder, '7', 'audio'), { recursive: true })
    await symlink(join(base, outside), join(folder, linked))
    await expect(store.open(linked)).rejects.toMatchObject(unsafe)
    const listed: string[] = []
    for await (const { key } of store.list('')) listed.push(key)
    expect(listed).toEqual([])
  })

  test('leaves no temporary file behind, written or broken off', async () => {
    const store = await openLocalFileStore({ folder })
    const key = makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
    await store.put(key, Buffer.from('abc'), audio)
    await expect(store.put(key, Buffer.from('abc'), { ...audio, sizeBytes: 4 })).rejects.toThrow()
    expect(await readdir(join(folder, '7', 'audio'))).toEqual([key.split('/').pop()])
  })

  test('shows nothing of a write whose process was killed, and sweeps it once it is old', async () => {
    const key = makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
    const store = await openLocalFileStore({ folder })
    const script = `
      import { openLocalFileStore } from ${JSON.stringify(new URL('./local.ts', import.meta.url).href)}
      async function* source() {
        for (let i = 0; i < 50; i += 1) yield Buffer.alloc(65536)
        process.stdout.write('half')
        await new Promise(() => setInterval(() => {}, 1000))
      }
      const store = await openLocalFileStore({ folder: ${JSON.stringify(folder)} })
      const { Readable } = await import('node:stream')
      await store.put(${JSON.stringify(key)}, Readable.from(source()), { contentType: 'audio/mpeg' })
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const [leftover] = await readdir(join(folder, '7', 'audio'))
    expect(leftover).toMatch(/^\..+\.part$/)
    expect(await store.stat(key)).toBeNull()
    const hourAgo = new Date(Date.now() - 3_600_000)
    expect(await store.sweepUnfinished(hourAgo)).toBe(0)
    await utimes(join(folder, '7', 'audio', leftover as string), hourAgo, new Date(hourAgo.getTime() - 1_000))
    expect(await store.sweepUnfinished(hourAgo)).toBe(1)
    expect(await readdir(join(folder, '7', 'audio'))).toEqual([])
  })

  test('says that the store is unavailable when its folder is gone', async () => {
    const store = await openLocalFileStore({ folder })
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file now')
    const key = makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
    const put = store.put(key, Buffer.from('abc'), audio)
    await expect(put).rejects.toMatchObject({ code: 'unavailable' })
  })
})
