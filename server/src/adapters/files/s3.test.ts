import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFileKey } from '../../features/media/ports.ts'
import { describeFileStore } from './file-store.contract.ts'
import { openS3FileStore, type S3Settings } from './s3.ts'

type S3Server = { run(): Promise<AddressInfo>; close(): Promise<void> }
type S3ServerClass = new (options: Record<string, unknown>) => S3Server
const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass

const audio = { contentType: 'audio/mpeg' }
let server: S3Server
let directory: string
let settings: S3Settings
let count = 0
let store: ReturnType<typeof openS3FileStore>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-server-'))
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'almanac' }],
  })
  const { port } = await server.run()
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'almanac',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  }
})

afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

beforeEach(() => {
  // A prefix of its own gives every test an empty store in the one bucket.
  store = openS3FileStore({ ...settings, prefix: `run-${count++}` })
})

afterEach(() => store.close())

function audioKey(): string {
  return makeFileKey({ tenant: '7', kind: 'audio', extension: 'mp3' })
}

describe('the S3 file store', () => {
  describeFileStore(() => store)

  test('drops the parts of an upload that broke off', async () => {
    // The test server keeps such parts for good, so what is looked at is the request.
    const requests: string[] = []
    const proxy = await startProxy(({ method, url }) => {
      requests.push(`${method} ${url}`)
      return false
    })
    const other = openS3FileStore({ ...settings, endpoint: proxy.endpoint, prefix: 'broken' })
    async function* broken() {
      for (let i = 0; i < 12; i += 1) yield Buffer.alloc(1_000_000)
      throw new Error('connection reset')
    }
    const put = other.put(audioKey(), Readable.from(broken()), audio)
    await expect(put).rejects.toMatchObject({ code: 'source_broken_off' })
    const part = requests.find((request) => request.includes('partNumber=1&'))
    const uploadId = /uploadId=(\w+)/.exec(part ?? '')?.[1]
    expect(uploadId).toBeDefined()
    expect(requests.filter((request) => request.startsWith('DELETE '))).toEqual([
      expect.stringContaining(`uploadId=${uploadId}`),
    ])
    other.close()
    proxy.server.close()
  })

  test('says that the store is unavailable: unknown access key, no such bucket, nobody listening', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const broken = [
      { accessKeyId: 'nobody' },
      { bucket: 'nobody-made-this' },
      { endpoint: `http://127.0.0.1:${port}` },
    ]
    for (const change of broken) {
      const other = openS3FileStore({ ...settings, ...change })
      const unavailable = { code: 'unavailable' }
      await expect(other.put(audioKey(), Buffer.from('abc'), audio)).rejects.toMatchObject(unavailable)
      await expect(other.open(audioKey())).rejects.toMatchObject(unavailable)
      other.close()
    }
  })

  test('sends plain bodies, without the checksum headers that other stores refuse', async () => {
    const headers = new Set<string>()
    const proxy = await startProxy((request) => {
      for (const name of Object.keys(request.headers)) headers.add(name)
      return false
    })
    const other = openS3FileStore({ ...settings, endpoint: proxy.endpoint, prefix: 'plain' })
    await other.put(audioKey(), Buffer.alloc(9), audio)
    await other.put(audioKey(), Buffer.alloc(6_000_000), audio)
    expect([...headers]).toContain('x-amz-content-sha256')
    expect([...headers].filter((name) => /checksum|trailer|content-encoding/.test(name))).toEqual([])
    other.close()
    proxy.server.close()
  })

  test('repeats a request that the store answered with 503', async () => {
    let refusals = 0
    const proxy = await startProxy((request) => request.method === 'PUT' && refusals++ < 2)
    const other = openS3FileStore({ ...settings, endpoint: proxy.endpoint, prefix: 'retried' })
    const key = audioKey()
    await other.put(key, Readable.from([Buffer.from('once '), Buffer.from('more')]), audio)
    const opened = await other.open(key)
    expect(String(await buffer(Readable.from(opened?.content ?? [])))).toBe('once more')
    expect(refusals).toBe(3)
    other.close()
    proxy.server.close()
  })
})

/** Answers 503 while `refuse` says so, otherwise passes the request on; the Host header stays, it is signed. */
async function startProxy(refuse: (request: IncomingMessage) => boolean) {
  const proxy: Server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (refuse(request)) {
      response.writeHead(503, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SlowDown</Code><Message>slow down</Message></Error>')
      return
    }
    const target = new URL(request.url ?? '/', settings.endpoint)
    const onward = sendRequest(target, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.end(body)
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  return { server: proxy, endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}
