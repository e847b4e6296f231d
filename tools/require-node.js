// Loaded before any program of ours (`node --import`), in JavaScript, since an older Node can't read TypeScript at all.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Almanac needs Node 24, and this is Node ${process.versions.node}. Node 24 comes with "npm ci", by an install ` +
      'script of the npm package "node": run "npm ci" again without --ignore-scripts (see "npm config get ignore-scripts").',
  )
  process.exit(1)
}

// What a module compiles to is kept between starts, its TypeScript without types too: less to do, and 20 MiB less to keep
// than with the compiler at hand. Where nothing can be written it is done without.
nodeModule.enableCompileCache(
  fileURLToPath(new URL('../node_modules/.cache/almanac-compile', import.meta.url)),
)
