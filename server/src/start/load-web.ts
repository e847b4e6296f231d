import { fileURLToPath } from 'node:url'
import { loadWebBuild, type WebBuild } from '../features/storefront/index.ts'

const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Loads the web app that is built already. @throws Error where there is none. */
export function loadWeb(): Promise<WebBuild> {
  return loadWebBuild(folder)
}
