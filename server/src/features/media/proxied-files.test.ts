import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Listener, readingsOf } from '../../../test/readings.ts'
import { readConfig } from '../../platform/config.ts'

let app: TestApp
let listener: Listener

beforeAll(async () => {
  app = await startTestApp({ environment: { FILES_ACCEL_PREFIX: '/almanac-files/' } })
  listener = await readingsOf(app).listener(7)
})
afterAll(() => app.close())

const hear = (range?: string, method: 'GET' | 'HEAD' = 'GET') =>
  listener.client.send({
    method,
    url: `${listener.base}/${listener.audio.id}/stream?session=heard-here`,
    headers: range ? { range } : {},
  })

test('a proxy that reads the files is told of none that is not paid for', async () => {
  const refused = await hear()
  expect(refused.status).toBe(402)
  expect(refused.headers['x-accel-redirect']).toBeUndefined()
})

test.each([undefined, 'bytes=0-99', 'bytes=99999999-'])(
  'it is told which file it is, of a paid reading, and answers range %s itself',
  async (range) => {
    await listener.client.put(`${listener.base}/${listener.audio.id}/charge?session=heard-here`)
    const [stored] = await app.query<{ fileKey: string }>(
      `select file_key from audios where id = ${listener.audio.id}`,
    )
    const answer = await hear(range)
    expect(answer.status).toBe(200)
    expect(answer.headers['x-accel-redirect']).toBe(`/almanac-files/${stored?.fileKey}`)
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.raw).toHaveLength(0)
    const head = await hear(range, 'HEAD')
    expect([head.status, head.headers['x-accel-redirect']]).toEqual([200, answer.headers['x-accel-redirect']])
  },
)

test.each([
  ['almanac-files/', undefined],
  ['/almanac-files', undefined],
  ['/almanac-files/', 'bucket'],
])('a prefix %s with the bucket %s is refused at the start', (prefix, bucket) => {
  const settings = {
    FILES_ACCEL_PREFIX: prefix,
    ...(bucket && { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }),
  }
  expect(() => readConfig(settings)).toThrow(/FILES_ACCEL_PREFIX: is/)
})
