import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '../server/test/child-environment.ts'

export interface RunningProduct {
  /** Where it is, as it says itself: `http://localhost:PORT`. */
  url: string
  dataDir: string
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Ends it as Ctrl-C would, and fails when that takes longer than 15 s or it ends with an error. */
  stop(): Promise<void>
}

const ownFolder = join(import.meta.dirname, '..')
const readyLine = /^Almanac is at (http:\/\/localhost:\d+)/m
const startTimeoutMs = 120_000
const stopTimeoutMs = 15_000

/**
 * Starts the whole product as `npm start` does, on a free port, and waits until it says that it is ready.
 *
 * @param options.dataDir kept afterwards; without it a temporary folder, removed by `stop`
 * @param options.folder another checkout of the project to start
 */
export async function startProduct(
  options: { dataDir?: string; folder?: string; env?: Record<string, string>; args?: string[] } = {},
): Promise<RunningProduct> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'almanac-product-')))
  const folder = options.folder ?? ownFolder
  const start = await readStart(folder)
  const child = spawn(process.execPath, [...start.args, ...(options.args ?? [])], {
    cwd: folder,
    env: {
      ...process.env,
      ...start.env,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C at the tests is theirs to pass on.
    detached: true,
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const forget = async () => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  }
  // Only an abandoned test run leaves it running; it ends with its temporary folder's owner.
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('exit', endWithUs)
  try {
    const url = await waitUntilReady(child, () => output)
    return {
      url,
      dataDir,
      pid: child.pid ?? 0,
      output: () => output,
      async stop() {
        process.off('exit', endWithUs)
        const problem = await end(child)
        await forget()
        if (problem) throw new Error(`${problem}\n${output}`)
      },
    }
  } catch (error) {
    process.off('exit', endWithUs)
    await end(child)
    await forget()
    throw error
  }
}

/** Where the embedded database of a running product is. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  // The fourth line of the file is the port: postgresql.org/docs/current/storage-file-layout.html.
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://almanac:${password}@127.0.0.1:${lines[3]?.trim()}/almanac`
}

/** What `npm start` gives to Node: `exec node …`, or `exec env NAME=VALUE node …`. */
async function readStart(folder: string): Promise<{ args: string[]; env: Record<string, string> }> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const found = /^exec (?:env ((?:\w+=\S+ )+))?node (.+)$/.exec(String(scripts.start))
  if (!found) throw new Error(`"npm start" is no program of Node: ${scripts.start}`)
  const [, settings = '', words = ''] = found
  return {
    args: words.split(' '),
    env: Object.fromEntries(settings.split(' ').flatMap((one) => (one ? [one.split('=')] : []))),
  }
}

async function waitUntilReady(child: ChildProcess, output: () => string): Promise<string> {
  const url = Promise.withResolvers<string>()
  const look = () => {
    const found = readyLine.exec(output())?.[1]
    if (found) url.resolve(found)
  }
  child.stdout?.on('data', look)
  child.once('exit', (code) =>
    url.reject(new Error(`The product ended (code ${code}) before it was ready:\n${output()}`)),
  )
  child.once('error', url.reject)
  const timer = setTimeout(
    () => url.reject(new Error(`The product was not ready within ${startTimeoutMs / 1000} s:\n${output()}`)),
    startTimeoutMs,
  )
  return await url.promise.finally(() => clearTimeout(timer))
}

async function end(child: ChildProcess): Promise<string | undefined> {
  if (child.exitCode !== null || child.signalCode !== null)
    return `The product had ended by itself (code ${child.exitCode}).`
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(timer)
  if (child.signalCode === 'SIGKILL') return `The product did not end within ${stopTimeoutMs / 1000} s.`
  if (child.exitCode !== 0 && child.signalCode !== 'SIGTERM')
    return `The product ended with code ${child.exitCode}.`
  return undefined
}
