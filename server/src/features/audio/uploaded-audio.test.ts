import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { mp3 } from '../../../test/readings.ts'
import { mp3Frames } from '../../../test/samples/mp3.ts'

const limitBytes = 15_360_000

let app: TestApp
let tenant: MadeTenant
let operator: TestClient

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
})
afterAll(() => app.close())

const path = () => `/v1/customers/${tenant.url}/audio`

function upload(content: Buffer, name = 'reading.mp3') {
  const fields = {
    audioName: 'Week of November 17',
    startDateTime: '2026-11-17 00:05',
    endDateTime: '2026-12-15 00:05',
    consumerCategoryId: String(tenant.categoryId),
  }
  return operator.upload(path(), fields, { field: 'audio', name, type: 'audio/mpeg', content })
}

/** What is there of the tenant's readings: rows, files, and uploads under way. */
async function left() {
  const [rows] = await app.query<{ count: number }>(
    `select count(*)::int as count from audios where tenant_id = ${tenant.id}`,
  )
  const files: string[] = []
  for await (const { key } of app.deps.files.list(`${tenant.id}/audio/`)) files.push(key)
  const loose = await app.query(`select 1 from loose_recordings where tenant_id = ${tenant.id}`)
  const underWay = await readdir(join(app.deps.config.DATA_DIR, 'uploads')).catch(() => [])
  return { rows: rows?.count, files: files.length, loose: loose.length, underWay: underWay.length }
}

test('15,360,000 bytes are taken, and of one more nothing stays but a sentence', async () => {
  const frames = mp3Frames(Math.floor(limitBytes / 417))
  const whole = Buffer.concat([frames, Buffer.alloc(limitBytes - frames.length)])
  const before = await left()
  const more = await upload(Buffer.concat([whole, Buffer.alloc(1)]))
  expect([more.status, more.body.message]).toEqual([413, '* Maximum 15MB audio file is allowed.'])
  expect(await left()).toEqual(before)
  const taken = await upload(whole)
  expect([taken.status, taken.body.duration]).toEqual([201, '16:02'])
  expect(await left()).toMatchObject({ rows: (before.rows ?? 0) + 1, files: before.files + 1, loose: 0 })
})

test.each([
  ['a text', Buffer.from('Week of November 17. '.repeat(500))],
  ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9_000, 3)])],
  ['an mp3 in a zip', Buffer.concat([Buffer.from('504b0304', 'hex'), mp3])],
  ['nothing', Buffer.alloc(0)],
])('%s by the name of an mp3 is refused', async (_what, content) => {
  const before = await left()
  const answer = await upload(content)
  expect([answer.status, answer.body.message]).toEqual([400, '* Selected file format is not supported.'])
  expect(await left()).toEqual(before)
})

test('a connection that is cut anywhere in the form leaves neither row nor file', async () => {
  const port = Number(new URL(await app.server.listen({ host: '127.0.0.1', port: 0 })).port)
  const token = operator.cookies.get('XSRF-TOKEN') ?? ''
  const cookies = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const fields = [
    ['audioName', 'Cut off'],
    ['startDateTime', '2026-11-17 00:05'],
    ['endDateTime', '2026-12-15 00:05'],
    ['consumerCategoryId', String(tenant.categoryId)],
  ].map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const file = '--x\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(fields.join('') + file), mp3, Buffer.from('\r\n--x--\r\n')])
  const head = [
    `POST ${path()} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookies}`,
    `X-XSRF-TOKEN: ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.length}`,
  ]
  const before = await left()
  for (const share of [0, 0.001, 0.01, 0.2, 0.5, 0.8, 0.99, 0.9999]) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const sentBytes = Math.floor(share * (body.length - 1))
    socket.write(body.subarray(0, sentBytes), () => socket.destroy())
    await once(socket, 'close')
  }
  const idle = () => new Promise<number>((resolve) => app.server.server.getConnections((_, n) => resolve(n)))
  await expect.poll(idle).toBe(0)
  await expect.poll(left).toEqual(before)
})
