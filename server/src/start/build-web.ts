import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { spawnOwn } from './spawn-own.ts'

const builder = fileURLToPath(new URL('../../../tools/build-web.ts', import.meta.url))

/** Builds the web app where it is missing or stale, in a process of its own. */
export async function buildWeb(): Promise<void> {
  const child = spawnOwn(builder, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app could not be built; the reason stands above.')
}
