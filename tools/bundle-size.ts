/**
 * What a route's script weighs: the brotli sizes of the app's entry and of the route's chunk with everything that the two
 * import at once. Prints one line a file, and exits 1 when the login route is over its budget.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of Vite's manifest that is needed here; keys and `imports` are the names of its entries. */
export type Manifest = Readonly<
  Record<string, { file: string; imports?: readonly string[]; css?: readonly string[] }>
>

export const LOGIN_ROUTE = 'src/features/identity/login-page.tsx'
export const LOGIN_BUDGET_BYTES = 120_000

type Chunk = Manifest[string]

/** The script files that a browser needs before the route's screen can show. @throws Error for an unknown module. */
export function staticClosure(manifest: Manifest, modules: readonly string[]): string[] {
  return closureOf(manifest, modules, ({ file }) => [file]).filter((file) => file.endsWith('.js'))
}

/** Their style sheets, those that a module imports before its own. @throws Error for an unknown module. */
export function styleClosure(manifest: Manifest, modules: readonly string[]): string[] {
  return closureOf(manifest, modules, ({ css }) => css ?? [])
}

/** What modules and all that they import at once have, each once. */
function closureOf(
  manifest: Manifest,
  modules: readonly string[],
  filesOf: (chunk: Chunk) => readonly string[],
): string[] {
  const seen = new Set<string>()
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The manifest has no ${name}.`)
    if (seen.has(name)) return
    seen.add(name)
    chunk.imports?.forEach(visit)
    for (const file of filesOf(chunk)) found.add(file)
  }
  modules.forEach(visit)
  return [...found]
}

/** Sizes in bytes as they are sent: the ready-made `.br` file, or the file itself where it was too small for one. */
export async function measureRoute(dist: string, route: string): Promise<{ file: string; bytes: number }[]> {
  const manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')) as Manifest
  const files = staticClosure(manifest, ['index.html', route])
  return Promise.all(
    files.map(async (file) => {
      const path = join(dist, file)
      const { size } = await stat(`${path}.br`).catch(() => stat(path))
      return { file, bytes: size }
    }),
  )
}

if (import.meta.main) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../web/dist', import.meta.url))
  const parts = await measureRoute(dist, LOGIN_ROUTE)
  const totalBytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  for (const { file, bytes } of parts) console.log(`${String(bytes).padStart(8)}  ${file}`)
  console.log(`${String(totalBytes).padStart(8)}  of ${LOGIN_BUDGET_BYTES} for the login route`)
  process.exitCode = totalBytes <= LOGIN_BUDGET_BYTES ? 0 : 1
}
