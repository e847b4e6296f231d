import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadWebBuild, type WebBuild } from '../features/storefront/index.ts'

const builder = fileURLToPath(new URL('../../../tools/build-web.ts', import.meta.url))
const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Builds the web app where it is missing or stale, in a process of its own, and loads it. */
export async function prepareWeb(): Promise<WebBuild> {
  const child = spawn(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The web app could not be built; the reason stands above.')
  return loadWeb()
}

/** Loads the web app that is built already. @throws Error where there is none. */
export function loadWeb(): Promise<WebBuild> {
  return loadWebBuild(folder)
}
