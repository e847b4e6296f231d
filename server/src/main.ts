import { flushCompileCache } from 'node:module'
import { readConfig } from './platform/config.ts'
import { stopWithinMs } from './platform/http/leaving.ts'
import { announce } from './start/announce.ts'
import { readRole } from './start/options.ts'
import { startProduct } from './start/product.ts'
import { releaseMemoryWhenQuiet } from './start/release-memory.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'

const nodeMajorNeeded = 24

/** Starts the product, says where it is, and ends it cleanly on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorNeeded) {
    throw new Error(
      `Node ${nodeMajorNeeded} is needed and comes with the project: run "npm ci" without --ignore-scripts, then "npm start". (This is ${process.version}.)`,
    )
  }
  const config = readConfig(process.env)
  const starting = startProduct(config, readRole(process.argv.slice(2)))
  stopOnSignal(async () => (await starting.catch(() => undefined))?.stop(), stopWithinMs(config))
  console.log(announce(await starting))
  releaseMemoryWhenQuiet()
  // Now, not at the end: a process that is killed has no end.
  flushCompileCache()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
