/**
 * Makes the document of a tenant's login, `login.html`, out of the built app's: with the screen's frame and its styles in
 * it, so that it is seen as soon as it has come, and everything else fetched after that.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LOGIN_ROUTE, type Manifest, staticClosure, styleClosure } from './bundle-size.ts'

export async function writeLoginDocument(dist: string): Promise<void> {
  const read = (path: string) => readFile(join(dist, path), 'utf8')
  const manifest = JSON.parse(await read('manifest.json')) as Manifest
  const frameModule = pathToFileURL(join(dist, 'landing', 'login-frame.js')).href
  const { renderLoginFrame } = (await import(frameModule)) as { renderLoginFrame: () => string }
  const sheets = styleClosure(manifest, ['index.html', LOGIN_ROUTE])
  const made = loginDocument(await read('index.html'), {
    frame: renderLoginFrame(),
    styles: (await Promise.all(sheets.map(read))).join(''),
    sheets: sheets.map((file) => `/${file}`),
    firstScript: await read('first-paint.js'),
    modules: staticClosure(manifest, ['index.html', LOGIN_ROUTE]).map((file) => `/${file}`),
    main: `/${manifest['index.html']?.file}`,
  })
  await writeFile(join(dist, 'login.html'), made)
}

export interface LoginParts {
  /** The screen without data, as HTML. */
  frame: string
  /** Every style sheet that it needs. */
  styles: string
  /** Addresses of the same: the app, which asks for them, finds them fetched, and other screens find them cached. */
  sheets: readonly string[]
  /** What runs before the first paint. */
  firstScript: string
  /** Addresses of every module that the screen needs, and of the one that starts the app. */
  modules: readonly string[]
  main: string
}

const firstScriptTag = '<script src="/first-paint.js"></script>'
const fetchedAtOnce =
  /\s*<(?:link rel="(?:modulepreload|stylesheet)"[^>]*>|script type="module"[^>]*><\/script>)/g
const rootTag = '<div id="root">'

/** @throws Error where the app's document lacks a place for one of the parts. */
export function loginDocument(app: string, parts: LoginParts): string {
  for (const place of [firstScriptTag, '</head>', rootTag, '</body>']) {
    if (!app.includes(place)) throw new Error(`index.html has no ${place} to put a part of the login at.`)
  }
  const put = (document: string, place: string, made: string) => document.replace(place, () => made)
  let made = app.replace(fetchedAtOnce, '')
  made = put(made, firstScriptTag, `<script>${parts.firstScript}</script>`)
  made = put(made, '</head>', `<style>${parts.styles}</style>\n  </head>`)
  made = put(made, rootTag, `<div id="frame" inert>${parts.frame}</div>\n    ${rootTag}`)
  return put(made, '</body>', `<script>${startAfterPaint(parts)}</script>\n  </body>`)
}

/**
 * Fetches the app once its frame has been seen: on a slow line it would come before it. A page in the background is never
 * painted, and what is not seen within a second is not waited for. Each module runs in a turn of its own, so that the
 * browser may scroll in between. The styles are there already, so that their files apply to no medium.
 */
function startAfterPaint({ sheets, modules, main }: LoginParts): string {
  return `(() => {
  const main = ${JSON.stringify(main)}
  const modules = ${JSON.stringify(modules)}
  const add = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes))
  let isStarted = false
  const start = async () => {
    if (isStarted) return
    isStarted = true
    for (const href of ${JSON.stringify(sheets)}) add({ rel: 'stylesheet', media: 'not all', crossOrigin: '', href })
    for (const href of modules) add({ rel: 'modulepreload', crossOrigin: '', href })
    for (const href of modules.slice(0, modules.indexOf(main))) {
      await import(href).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve))
    }
    await import(main)
  }
  if (document.hidden) start()
  else new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 1000)
})()`
}
