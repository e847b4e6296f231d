import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What every program of ours is started with: it keeps what is compiled. */
const first = fileURLToPath(new URL('../../../tools/require-node.js', import.meta.url))

/** Starts another program of ours, as this one was started. */
export function spawnOwn(entry: string, options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, ['--import', first, entry], options)
}
