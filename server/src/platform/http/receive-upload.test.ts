import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { receiveUpload, type UploadLimits } from './receive-upload.ts'

let dir: string
let limits: UploadLimits

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'uploads-'))
  limits = { maxBytes: 100_000, dir, tooLarge: 'audio_too_large' }
})

afterEach(() => rm(dir, { recursive: true, force: true }))

test('keeps the bytes in a private file until it is disposed of', async () => {
  const bytes = Buffer.alloc(100_000, 'almanac')
  const upload = await receiveUpload(Readable.from([bytes.subarray(0, 99), bytes.subarray(99)]), limits)
  expect(upload.sizeBytes).toBe(100_000)
  expect((await readFile(upload.path)).equals(bytes)).toBe(true)
  expect((await stat(upload.path)).mode & 0o777).toBe(0o600)
  await upload.dispose()
  await upload.dispose()
  expect(await readdir(dir)).toEqual([])
})

test('stops at the first byte over the limit and leaves nothing', async () => {
  const work = receiveUpload(Readable.from([Buffer.alloc(100_000), Buffer.alloc(1)]), limits)
  await expect(work).rejects.toMatchObject({ code: 'audio_too_large' })
  expect(await readdir(dir)).toEqual([])
})

test('reads the rest of a file that is too large, but not without end', async () => {
  let sentBytes = 0
  const endless = new Readable({
    read() {
      sentBytes += 10_000
      this.push(Buffer.alloc(10_000))
    },
  })
  await expect(receiveUpload(endless, limits)).rejects.toMatchObject({ code: 'audio_too_large' })
  expect(endless.destroyed).toBe(true)
  expect(sentBytes).toBeGreaterThan(4 * limits.maxBytes)
  expect(sentBytes).toBeLessThan(7 * limits.maxBytes)
})

test('calls a stream that its parser truncated too large', async () => {
  const stream = Object.assign(Readable.from([Buffer.alloc(10)]), { truncated: true })
  await expect(receiveUpload(stream, limits)).rejects.toMatchObject({ code: 'audio_too_large' })
  expect(await readdir(dir)).toEqual([])
})

test('calls a stream that fails or closes early broken', async () => {
  for (const error of [new Error('connection reset'), undefined]) {
    const stream = new PassThrough()
    const work = receiveUpload(stream, limits)
    stream.write('half')
    await new Promise((resolve) => setImmediate(resolve))
    stream.destroy(error)
    await expect(work).rejects.toMatchObject({ code: 'upload_broken' })
  }
  expect(await readdir(dir)).toEqual([])
})

test('says that the server is unavailable when the disk refuses', async () => {
  await writeFile(join(dir, 'file'), '')
  const work = receiveUpload(Readable.from([Buffer.alloc(9)]), { ...limits, dir: join(dir, 'file') })
  await expect(work).rejects.toMatchObject({ code: 'unavailable' })
})

describe('with a form over the network', () => {
  type Outcome = { sizeBytes: number } | { code: string }

  /** Serves one upload route; `outcomes` yields what `receiveUpload` came to for each request. */
  async function startServer() {
    const app = Fastify()
    await app.register(multipart, { limits: { fileSize: limits.maxBytes + 1 } })
    const outcomes = new PassThrough({ objectMode: true })
    app.post('/', async (request, reply) => {
      try {
        const part = await request.file()
        if (!part) return reply.code(400).send()
        const { sizeBytes, dispose } = await receiveUpload(part.file, limits)
        await dispose()
        outcomes.write({ sizeBytes })
        return { sizeBytes }
      } catch (error) {
        const { code } = error as { code: string }
        outcomes.write({ code })
        return reply.code(400).send({ code })
      }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { app, port, next: async () => (await once(outcomes, 'data'))[0] as Outcome }
  }

  function form(fileBytes: number): Buffer {
    const head = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\n\r\n'
    return Buffer.concat([Buffer.from(head), Buffer.alloc(fileBytes, 'a'), Buffer.from('\r\n--x--\r\n')])
  }

  function head(lengthBytes: number): string {
    return `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${lengthBytes}\r\n\r\n`
  }

  test('takes a file at the limit and refuses one byte more', async () => {
    const server = await startServer()
    for (const [fileBytes, outcome] of [
      [limits.maxBytes, { sizeBytes: limits.maxBytes }],
      [limits.maxBytes + 1, { code: 'audio_too_large' }],
      [limits.maxBytes * 30, { code: 'audio_too_large' }],
    ] as const) {
      const [answer] = await Promise.all([
        fetch(`http://127.0.0.1:${server.port}/`, {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: new Uint8Array(form(fileBytes)),
        }),
        server.next().then((seen) => expect(seen).toEqual(outcome)),
      ])
      expect(await answer.json()).toEqual(outcome)
    }
    expect(await readdir(dir)).toEqual([])
    await server.app.close()
  })

  test('finds out when the connection is cut in the middle of the file', async () => {
    const server = await startServer()
    const body = form(90_000)
    for (const sentBytes of [200, 30_000, 80_000, body.length - 12]) {
      const outcome = server.next()
      const socket = connect(server.port, '127.0.0.1')
      socket.write(head(body.length))
      socket.write(body.subarray(0, sentBytes), () => socket.destroy())
      expect(await outcome).toEqual({
        code: expect.stringMatching(/^(upload_broken|FST_MP_PREMATURE_CLOSE)$/),
      })
    }
    expect(await readdir(dir)).toEqual([])
    await server.app.close()
  })

  test('finds out when the form ends without its last boundary', async () => {
    const server = await startServer()
    const body = form(50_000).subarray(0, 40_000)
    const outcome = server.next()
    const answer = await fetch(`http://127.0.0.1:${server.port}/`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: new Uint8Array(body),
    })
    expect(await outcome).toEqual({ code: 'upload_broken' })
    expect(answer.status).toBe(400)
    expect(await readdir(dir)).toEqual([])
    await server.app.close()
  })
})
