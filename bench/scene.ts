import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDeps, type Deps } from '../server/src/deps.ts'
import { startSession } from '../server/src/features/identity/index.ts'
import { openWallet, postEntry } from '../server/src/features/ledger/index.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts'
import { hashToken } from '../server/src/platform/http/session.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrateToLatest } from '../server/src/platform/migrate.ts'

export interface Player {
  id: number
  sessionToken: string
  tokenHash: Buffer
}

export interface Scene {
  databaseUrl: string
  dataDir: string
  tenantId: number
  tenantUrl: string
  audioId: number
  players: Player[]
  close(): Promise<void>
}

const plentyOfTokens = 9_000_000

/** A durable embedded PostgreSQL with one tenant, one reading, and as many rich consumers as there are clients. */
export async function openScene(clients: number): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrateToLatest(postgres.url)
  const deps = await createDeps({
    config: readConfig({ DATA_DIR: dataDir }),
    databaseUrl: postgres.url,
    publicUrl: 'http://localhost',
    log: createLog('silent'),
    sandbox: null,
  })
  const tenant = await addTenant(deps)
  const players: Player[] = []
  // Far from every other number, so that a recorded statement shows which parameter is the player.
  await sql`alter table users alter column id restart with 100001`.execute(deps.db.reader)
  for (let index = 0; index < clients; index++) players.push(await addPlayer(deps, tenant.id, index))
  await deps.close()
  return {
    databaseUrl: postgres.url,
    dataDir,
    tenantId: tenant.id,
    tenantUrl: tenant.url,
    audioId: tenant.audioId,
    players,
    async close() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function addTenant({ db }: Deps) {
  const tenant = await db.reader
    .insertInto('tenants')
    .values({
      url: 'bench',
      companyName: 'Bench',
      details: 'Bench',
      supportEmail: 'bench@example.com',
      timeZone: 'America/New_York',
      thresholdToken: 2,
    })
    .returning(['id', 'url'])
    .executeTakeFirstOrThrow()
  const { id: categoryId } = await db.reader
    .insertInto('categories')
    .values({ tenantId: tenant.id, name: 'Aries', sortOrder: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.reader
    .insertInto('categoryMediums')
    .values({ tenantId: tenant.id, categoryId, name: 'audio', numberOfTokens: 7 })
    .execute()
  const { id: audioId } = await db.reader
    .insertInto('audios')
    .values({
      tenantId: tenant.id,
      categoryId,
      name: 'Bench',
      fileName: 'bench.mp3',
      fileKey: '1/audio/bench.mp3',
      sizeBytes: 1,
      durationSeconds: 240,
      startsAt: new Date('2026-01-01T00:00:00Z'),
      endsAt: new Date('2096-01-01T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...tenant, audioId }
}

/** No password has it for its hash. */
const noPassword = 'none'

async function addPlayer({ db }: Deps, tenantId: number, index: number): Promise<Player> {
  const { id } = await db.reader
    .insertInto('users')
    .values({
      tenantId,
      role: 'consumer',
      username: `player${index}`,
      usernameKey: `player${index}`,
      fullName: 'Bench Player',
      email: `player${index}@example.com`,
      isEmailVerified: true,
      passwordHash: noPassword,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.transact(async (tx) => {
    await openWallet(tx, tenantId, id)
    await postEntry(tx, {
      tenantId,
      consumerId: id,
      creditTokens: plentyOfTokens,
      kind: 'admin',
      reference: `bench:${id}`,
      description: 'Bench',
      actor: 'system',
    })
  })
  const sessionToken = await startSession(db.reader, { id, passwordHash: noPassword }, false)
  if (sessionToken === null) throw new Error('The player could not be signed in')
  return { id, sessionToken, tokenHash: hashToken(sessionToken) }
}
