import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { DataDirHeldError, holdDataDir } from './data-dir-lock.ts'

const source = new URL('./data-dir-lock.ts', import.meta.url).href
const children: ChildProcess[] = []
const folders: string[] = []
let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-lock-'))
  folders.push(dataDir)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Another process that tries for the folder, says how it went, and keeps what it got. */
async function startHolder(port: number): Promise<{ child: ChildProcess; outcome: string }> {
  const code = `import { holdDataDir } from ${JSON.stringify(source)}
    await holdDataDir(${JSON.stringify(dataDir)}, { port: ${port} }).then(
      () => { console.log('held'); setInterval(() => {}, 1e6) },
      (error) => console.log(error.code))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, outcome: chunk.toString().trim() }
}

it('refuses a second holder and names the first by process and port', async () => {
  const { child } = await startHolder(4711)
  const refusal = await holdDataDir(dataDir, { port: 4712 }).catch((error) => error)
  expect(refusal).toBeInstanceOf(DataDirHeldError)
  expect(refusal).toMatchObject({ pid: child.pid, port: 4711 })
  expect(refusal.message).toContain(`process ${child.pid}, on port 4711`)
})

it('is free after a SIGKILL, even when the pid in the holder file belongs to somebody alive', async () => {
  const { child } = await startHolder(4711)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await writeFile(join(dataDir, 'holder.json'), JSON.stringify({ pid: process.pid, port: 4711 }))
  const held = await holdDataDir(dataDir, { port: 4712 })
  await held.release()
})

it('lets exactly one of many simultaneous starts win', async () => {
  const attempts = await Promise.all([1, 2, 3, 4, 5, 6].map(startHolder))
  const outcomes = attempts.map((attempt) => attempt.outcome).sort()
  expect(outcomes).toEqual([...Array(5).fill('data_dir_held'), 'held'])
})

it('is refused within one process too, until it is released', async () => {
  const held = await holdDataDir(dataDir, { port: 1 })
  await expect(holdDataDir(dataDir, { port: 2 })).rejects.toThrow(`process ${process.pid}, on port 1`)
  await held.release()
  const again = await holdDataDir(dataDir, { port: 2 })
  await again.release()
})
