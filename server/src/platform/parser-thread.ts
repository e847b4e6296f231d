import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread } from './parse-apart.ts'

/** The thread that `parseApart` starts: it runs one exported function on each input that it is sent. */
const { module, name } = workerData as { module: string; name: string }
const parser = ((await import(module)) as Record<string, (input: unknown) => unknown>)[name]
if (!parser) throw new Error(`${module} exports no ${name}.`)

const answer = (message: FromThread<unknown>) => parentPort?.postMessage(message)
parentPort?.on('message', async (input) => {
  try {
    answer({ output: await parser(input) })
  } catch (error) {
    answer({ error })
  }
})
answer('ready')
