/**
 * Makes the document of a tenant's login, `login.html`, out of the built app's: with the screen's frame and its styles in
 * it, so that it is seen before any script has come, and with the screen's own script among those that are fetched at once.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LOGIN_ROUTE, type Manifest, staticClosure, styleClosure } from './bundle-size.ts'

export async function writeLoginDocument(dist: string): Promise<void> {
  const app = await readFile(join(dist, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const frameModule = pathToFileURL(join(dist, 'landing', 'login-frame.js')).href
  const { renderLoginFrame } = (await import(frameModule)) as { renderLoginFrame: () => string }
  await writeFile(join(dist, 'login.html'), loginDocument(app, manifest, renderLoginFrame()))
}

/** @throws Error where the app's document has no place for the frame. */
export function loginDocument(app: string, manifest: Manifest, frame: string): string {
  const isNew = (link: string) => !app.includes(`"${link}"`)
  const styles = styleClosure(manifest, [LOGIN_ROUTE]).map((file) => `/${file}`)
  const scripts = staticClosure(manifest, [LOGIN_ROUTE]).map((file) => `/${file}`)
  const links = [
    ...styles.filter(isNew).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.filter(isNew).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('\n    ')
  const made = app
    .replace('</head>', `  ${links}\n  </head>`)
    .replace('<div id="root">', `<div id="frame" inert>${frame}</div>\n    <div id="root">`)
  if (!made.includes('id="frame"')) throw new Error('index.html has no #root to put a frame before.')
  return made
}
