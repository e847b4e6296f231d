import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrateToLatest } from '../src/platform/migrate.ts'
import { runOn, withDatabase } from './database.ts'

/**
 * One PostgreSQL for the whole run, with a migrated template: our own, or the one that TEST_DATABASE_URL names (its
 * user must be allowed to create databases).
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, end: async () => undefined } : await startOwnServer()
  const template = `template_${randomBytes(6).toString('hex')}`
  const dropTemplate = () => runOn(server.url, `drop database if exists ${template} with (force)`)
  try {
    await runOn(server.url, `create database ${template}`)
    await migrateToLatest(withDatabase(server.url, template))
  } catch (error) {
    await dropTemplate().catch(() => undefined)
    await server.end()
    throw error
  }
  project.provide('testServerUrl', server.url)
  project.provide('testTemplate', template)
  return async () => {
    if (given) await dropTemplate()
    await server.end()
  }
}

async function startOwnServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-test-'))
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none' }).catch(async (error) => {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    url: server.url,
    async end() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
