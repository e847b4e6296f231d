import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'
import { openDatabase } from '../database.ts'
import { createLog } from '../log.ts'
import { sendFailure } from './failures.ts'
import { registerHealth } from './health.ts'
import { ownMetrics } from './metrics.ts'
import { requireRoom } from './readiness.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

/** A server with nothing but its health, on the database of a URL. */
async function openHealth(databaseUrl: string, dataDir = tmpdir()) {
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error))
  const db = openDatabase(databaseUrl, { poolSize: 2 })
  registerHealth(app, {
    db,
    dataDir,
    log: createLog('silent'),
    metricsToken: undefined,
    publicUrl: 'http://localhost',
    metrics: ownMetrics,
    gauges: {
      help: { almanac_things: { help: 'Things', label: 'state' } },
      async read() {
        await db.reader.selectFrom('tenants').select('id').execute()
        return [{ gauge: 'almanac_things', labels: { state: 'due' }, value: 3 }]
      },
    },
  })
  closes.push(
    () => db.close(),
    () => app.close(),
  )
  const get = async (path: string) => app.inject({ url: path, remoteAddress: '127.0.0.1' })
  return {
    ready: async () => (await get('/readyz')).statusCode,
    /** The ones of ours. */
    metrics: async () =>
      (await get('/metrics')).payload.split('\n').filter((line) => line.startsWith('almanac_')),
  }
}

describe('with a database', () => {
  let url: string
  beforeAll(async () => {
    const database = await createTestDatabase()
    url = database.url
    return () => database.drop()
  })

  test('reports every part as ready', async () => {
    const health = await openHealth(url)
    expect(await health.ready()).toBe(200)
    expect((await health.metrics()).sort()).toEqual([
      'almanac_ready{part="database"} 1',
      'almanac_ready{part="disk"} 1',
      'almanac_things{state="due"} 3',
    ])
  })

  test('is not ready while the disk of its data folder cannot be used', async () => {
    const health = await openHealth(url, join(tmpdir(), 'not-there'))
    expect(await health.ready()).toBe(503)
    expect(await health.metrics()).toEqual(
      expect.arrayContaining(['almanac_ready{part="database"} 1', 'almanac_ready{part="disk"} 0']),
    )
  })
})

describe('without a database', () => {
  /** Accepts connections and never answers, as a server behind a cut cable. */
  async function silentServer(): Promise<number> {
    const sockets = new Set<Socket>()
    const server: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    closes.push(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return port
  }

  test.each([
    ['refuses connections', freePort],
    ['accepts connections and never answers', silentServer],
  ])('tells by its metrics that it is not ready while the database %s', async (_how, openPort) => {
    const health = await openHealth(`postgres://nobody@127.0.0.1:${await openPort()}/none`)
    expect((await health.metrics()).sort()).toEqual([
      'almanac_ready{part="database"} 0',
      'almanac_ready{part="disk"} 1',
    ])
    expect(await health.ready()).toBe(503)
  })
})

test('calls a disk full before it is: a recording must still fit', async () => {
  await expect(requireRoom(tmpdir())).resolves.toBeUndefined()
  await expect(requireRoom(tmpdir(), Number.MAX_SAFE_INTEGER)).rejects.toThrow(/disk of .* is full/)
})
