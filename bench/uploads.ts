import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type RunningProduct, startProduct } from '../e2e/product.ts'
import { createDeps } from '../server/src/deps.ts'
import { startSession } from '../server/src/features/identity/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { createLog } from '../server/src/platform/log.ts'
import { mp3Frames } from '../server/test/samples/mp3.ts'
import { makeRandom } from './chaos/random.ts'
import { openScene, type Scene } from './scene.ts'
import type { Row } from './table.ts'
import { makeRecordings, missingEncoders, type Recording } from './uploads/recordings.ts'

const limitBytes = 15_360_000
const cuts = 50
/** How long what was cut off may take to be cleared away. */
const settleMs = 120_000
const boundary = 'edge-of-the-form'

/** An operator at the running product. */
interface Desk {
  product: RunningProduct
  scene: Scene
  database: pg.Client
  categoryId: number
  headers: Record<string, string>
}

interface Answer {
  status: number
  body: { message?: string; duration?: string }
}

/**
 * Uploads to the running product, on its own disk and over real connections: at the limit and past it, cut off anywhere,
 * two at once, what only wears the name of an mp3, and the files of real encoders, whose length is held against what ffmpeg
 * decodes.
 */
export async function benchUploads(): Promise<Row[]> {
  const scene = await openScene(1)
  const product = await startProduct({
    dataDir: scene.dataDir,
    args: ['--role=web'],
    env: { DATABASE_URL: scene.databaseUrl, LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' },
  })
  const database = new pg.Client({ connectionString: scene.databaseUrl })
  try {
    await database.connect()
    const desk = await openDesk(product, scene, database)
    return [
      ...(await atTheLimit(desk)),
      ...(await cutOff(desk)),
      ...(await atOnce(desk)),
      ...(await noMp3(desk)),
      ...(await ofEncoders(desk)),
    ]
  } finally {
    await database.end()
    await product.stop()
    await scene.close()
  }
}

async function openDesk(product: RunningProduct, scene: Scene, database: pg.Client): Promise<Desk> {
  const deps = await createDeps({
    config: readConfig({ DATA_DIR: scene.dataDir }),
    databaseUrl: scene.databaseUrl,
    publicUrl: 'http://localhost',
    log: createLog('silent'),
    sandbox: null,
  })
  const passwordHash = 'none'
  const { id } = await deps.db.reader
    .insertInto('users')
    .values({
      tenantId: scene.tenantId,
      role: 'customer',
      username: 'desk',
      usernameKey: 'desk',
      fullName: 'Bench Desk',
      email: 'desk@example.com',
      isEmailVerified: true,
      passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await startSession(deps.db.reader, { id, passwordHash }, false)
  await deps.close()
  const { headers } = await fetch(`${product.url}/v1/token-validity`, {
    headers: { cookie: `sid=${session}` },
  })
  const token = /XSRF-TOKEN=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  const { rows } = await database.query('select category_id from audios where id = $1', [scene.audioId])
  return {
    product,
    scene,
    database,
    categoryId: rows[0].category_id,
    headers: {
      cookie: `sid=${session}; XSRF-TOKEN=${token}`,
      'x-xsrf-token': decodeURIComponent(token),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  }
}

const pathOf = ({ scene }: Desk) => `/v1/customers/${scene.tenantUrl}/audio`

function formOf({ categoryId }: Desk, content: Buffer, name = 'Week of November 17'): Buffer {
  const fields = {
    audioName: name,
    startDateTime: '2026-11-17 00:05',
    endDateTime: '2096-12-15 00:05',
    consumerCategoryId: categoryId,
  }
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`
  return Buffer.concat([Buffer.from(parts.join('') + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

async function upload(desk: Desk, content: Buffer, key: string = randomUUID()): Promise<Answer> {
  const response = await fetch(`${desk.product.url}${pathOf(desk)}`, {
    method: 'POST',
    headers: { ...desk.headers, 'idempotency-key': key },
    body: new Uint8Array(formOf(desk, content)),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

interface Left {
  rows: number
  /** In the store. */
  files: number
  /** Temporary ones. */
  underWay: number
}

async function leftAt({ database, scene }: Desk): Promise<Left> {
  const { rows } = await database.query('select count(*)::int as count from audios')
  const filesIn = async (folder: string) =>
    (
      await readdir(join(scene.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    ).filter((entry) => entry.isFile() && !entry.parentPath.includes('postgres'))
  const stored = await filesIn('files')
  return { rows: rows[0].count, files: stored.length, underWay: (await filesIn('uploads')).length }
}

const told = ({ rows, files, underWay }: Left) => `${rows} rows, ${files} files, ${underWay} temporary files`

/** What came of it since `before`. */
async function since(desk: Desk, before: Left): Promise<Left> {
  const now = await leftAt(desk)
  return { rows: now.rows - before.rows, files: now.files - before.files, underWay: now.underWay }
}

async function atTheLimit(desk: Desk): Promise<Row[]> {
  const frames = mp3Frames(Math.floor(limitBytes / 417))
  const whole = Buffer.concat([frames, Buffer.alloc(limitBytes - frames.length)])
  const before = await leftAt(desk)
  const startedAt = performance.now()
  const taken = await upload(desk, whole)
  const tookMs = performance.now() - startedAt
  const more = await upload(desk, Buffer.concat([whole, Buffer.alloc(1)]))
  return [
    ['15,360,000 bytes', `${taken.status}, ${taken.body.duration}, in ${tookMs.toFixed(0)} ms`],
    ['15,360,001 bytes', `${more.status}, "${more.body.message}"`],
    ['both left', told(await since(desk, before))],
  ]
}

async function cutOff(desk: Desk): Promise<Row[]> {
  const random = makeRandom('uploads')
  const body = formOf(desk, mp3Frames(9_000))
  const { port } = new URL(desk.product.url)
  const head = Object.entries({ ...desk.headers, host: 'localhost', 'content-length': body.length })
  const before = await leftAt(desk)
  for (let index = 0; index < cuts; index++) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => undefined)
    const lines = head.map(([name, value]) => `${name}: ${value}`)
    socket.write(`POST ${pathOf(desk)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    const sentBytes = random.between(0, body.length - 1)
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      socket.write(body.subarray(0, sentBytes), () => socket.destroy())
    })
  }
  const cutAt = performance.now()
  while ((await leftAt(desk)).underWay > 0 && performance.now() - cutAt < settleMs) await wait(100)
  const seconds = ((performance.now() - cutAt) / 1_000).toFixed(1)
  return [
    [
      `${cuts} connections cut at any byte of ${body.length} left`,
      `${told(await since(desk, before))}, after ${seconds} s`,
    ],
  ]
}

async function atOnce(desk: Desk): Promise<Row[]> {
  const content = mp3Frames(20_000)
  const before = await leftAt(desk)
  const answers = await Promise.all([upload(desk, content), upload(desk, content)])
  const two = told(await since(desk, before))
  const between = await leftAt(desk)
  const repeated = await Promise.all([1, 2, 3, 4].map(() => upload(desk, content, 'one-key')))
  return [
    ['two at once', `${answers.map(({ status }) => status).join(', ')}; left ${two}`],
    [
      'one four times at once under one key',
      `${repeated.map(({ status }) => status).join(', ')}; left ${told(await since(desk, between))}`,
    ],
  ]
}

async function noMp3(desk: Desk): Promise<Row[]> {
  const before = await leftAt(desk)
  const { status, body } = await upload(desk, Buffer.from('<html>'.repeat(9_000)))
  return [
    ['a page by the name of an mp3', `${status}, "${body.message}"; left ${told(await since(desk, before))}`],
  ]
}

async function ofEncoders(desk: Desk): Promise<Row[]> {
  const missing = missingEncoders()
  if (missing.length > 0)
    return [['files of real encoders', `skipped: ${missing.join(' and ')} not installed`]]
  const { recordings, remove } = await makeRecordings()
  try {
    const refused: string[] = []
    for (const { name, path } of recordings) {
      const { status, body } = await upload(desk, await readFile(path))
      if (status !== 201) refused.push(`${name}: ${status} ${body.message}`)
    }
    const [worst] = recordings.toSorted((one, other) => offBy(other) - offBy(one))
    return [
      [`${recordings.length} files of lame and ffmpeg`, `${recordings.length - refused.length} taken`],
      ...refused.map((one): Row => ['refused', one]),
      [
        'farthest from what ffmpeg decodes',
        worst ? `${(1_000 * offBy(worst)).toFixed(3)} ms, ${worst.name}` : 'none',
      ],
    ]
  } finally {
    await remove()
  }
}

const offBy = ({ measuredSeconds, decodedSeconds }: Recording) => Math.abs(measuredSeconds - decodedSeconds)
