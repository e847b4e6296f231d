import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureCluster } from './create-cluster.ts'
import { openServerLog } from './log-file.ts'
import { chooseRunAs } from './run-as.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-cluster-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function ensure(initdb: string): Promise<void> {
  const clusterDir = join(folder, 'postgres')
  const binaries = { postgres: '/bin/false', initdb, majorVersion: 18 }
  return ensureCluster({
    clusterDir,
    password: 'x',
    binaries,
    runAs: chooseRunAs(clusterDir),
    durable: false,
  })
}

it('does not believe an initdb that ends well without having made anything', async () => {
  await expect(ensure('/bin/true')).rejects.toThrow('PostgreSQL could not create its database')
  expect(await readdir(folder)).toEqual([])
})

it('does not touch files that are no database', async () => {
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres', 'letter.txt'), 'mine')
  await expect(ensure('/bin/true')).rejects.toThrow('holds files but no PostgreSQL database')
  expect(await readdir(join(folder, 'postgres'))).toEqual(['letter.txt'])
})

it('clears away what a creation that was killed left behind', async () => {
  await mkdir(join(folder, 'postgres.new-dead', 'cluster'), { recursive: true })
  await expect(ensure('/bin/true')).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

it('keeps the log of the server from growing without end', async () => {
  const file = join(folder, 'postgres.log')
  await writeFile(file, 'x'.repeat(8_000_001))
  const log = await openServerLog(file)
  await log.close()
  expect((await stat(file)).size).toBe(0)
  expect((await stat(`${file}.1`)).size).toBe(8_000_001)
})
