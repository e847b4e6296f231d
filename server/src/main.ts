import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from './platform/config.ts'
import { announce } from './start/announce.ts'
import { readRole } from './start/options.ts'
import { type Product, startProduct } from './start/product.ts'

const nodeMajorNeeded = 24
const stopWithinMs = 9_000

/** Starts the product, says where it is, and ends it cleanly on Ctrl-C or SIGTERM. */
async function main(): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < nodeMajorNeeded) {
    throw new Error(
      `Node ${nodeMajorNeeded} is needed and comes with the project: run "npm ci" without --ignore-scripts, then "npm start". (This is ${process.version}.)`,
    )
  }
  const config = readConfig(process.env)
  const starting = startProduct(config, readRole(process.argv.slice(2)))
  const stopped = stopOnSignal(starting)
  console.log(announce(await starting))
  // Now, not at the end: a process that is killed has no end.
  flushCompileCache()
  await stopped
}

function stopOnSignal(starting: Promise<Product>): Promise<void> {
  return new Promise((resolve) => {
    const stop = async () => {
      const product = await starting.catch(() => undefined)
      await Promise.race([product?.stop(), wait(stopWithinMs, undefined, { ref: false })])
      resolve()
      process.exit(0)
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
