import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}
const fonts: Record<string, [packageName: string, file: string]> = {
  'besley.woff2': ['@fontsource/besley', 'besley-latin-400-normal.woff2'],
  'public-sans.woff2': ['@fontsource-variable/public-sans', 'public-sans-latin-wght-normal.woff2'],
}

/** Serves the files of `folder` (beside the calling module) and the fonts under `root`, read at each call. */
export function assetRoutes(
  app: FastifyInstance,
  root: string,
  module: string,
  files: readonly string[],
): void {
  const folder = join(dirname(fileURLToPath(module)), 'assets')
  app.get(`${root}/:file`, (request, reply) => {
    const { file } = request.params as { file: string }
    const path = files.includes(file) ? join(folder, file) : fontPath(file)
    if (path === null || !existsSync(path)) return reply.code(404).send({ message: 'There is no such file.' })
    return reply
      .headers({
        'content-type': types[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
        'cache-control': file.endsWith('.woff2') ? 'public, max-age=86400' : 'no-cache',
        'x-content-type-options': 'nosniff',
        // A sandboxed document has no origin of its own; fonts load into it only when any may read them.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(readFileSync(path))
  })
}

/** A font from its npm package; without the package the pages fall back to the system's faces. */
function fontPath(file: string): string | null {
  const font = fonts[file]
  if (!font) return null
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${font[0]}/package.json`)), 'files', font[1])
  } catch {
    return null
  }
}
