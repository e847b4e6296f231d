/**
 * Builds the web app, and the landing page's server bundle, into web/dist. Does nothing when the sources are those
 * of the last build: their hash is kept in web/dist/.build-hash. `--force` builds in any case.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeLoginDocument } from './login-document.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web')
const hashFile = join(web, 'dist/.build-hash')
const SOURCES = ['web/src', 'web/public', 'contract/src']
const SINGLE = [
  'package-lock.json',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'web/vite.landing.config.ts',
  'web/vite.frame.config.ts',
  'tools/build-web.ts',
  'tools/login-document.ts',
  'tools/vite-plugins.ts',
]

const needsTools =
  'The web app is not built, or its sources have changed since, and what builds it is not installed. Run "npm ci", ' +
  '"npm run build" and then "npm ci --omit=dev" (docs/deploy.md).'

/** Every file that the output depends on, in a fixed order; tests don't count. */
async function sourceFiles(): Promise<string[]> {
  const listed = await Promise.all(
    SOURCES.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }),
  )
  const single = SINGLE.map((path) => join(root, path)).filter((path) => existsSync(path))
  return [...listed.flat(), ...single].filter((path) => !/\.test\.tsx?$/.test(path)).sort()
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await sourceFiles()) {
    hash.update(`${relative(root, path)}\0`).update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Builds what is missing or stale; true when it had to. */
export async function buildWeb({ force = false } = {}): Promise<boolean> {
  const hash = await hashSources()
  const built = await readFile(hashFile, 'utf8').catch(() => '')
  if (!force && built === hash && existsSync(join(web, 'dist/index.html'))) return false

  const { build } = await import('vite').catch((error: unknown) => {
    throw new Error(needsTools, { cause: error })
  })
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  for (const config of ['vite.landing.config.ts', 'vite.frame.config.ts']) {
    await build({ configFile: join(web, config), logLevel: 'warn' })
  }
  await writeLoginDocument(join(web, 'dist'))
  await writeFile(hashFile, hash)
  return true
}

if (import.meta.main) {
  const startedAt = performance.now()
  const did = await buildWeb({ force: process.argv.includes('--force') }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== needsTools) throw error
    console.error(error.message)
    process.exit(1)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(did ? `Web built in ${seconds} s.` : 'Web is up to date.')
}
