/**
 * What others' tools say of the API's description: Redocly and Spectral lint it, openapi-typescript makes a client's types of
 * it, TypeScript compiles a program against these, and the program walks the main road on a running product. The tools are
 * no part of the project (openapi-typescript needs an older TypeScript): they are installed into a folder that is removed
 * again. `node bench/description.ts`; ends with 1 when anything is wrong.
 */
import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '../contract/src/index.ts'
import { startProduct } from '../e2e/product.ts'
import { openApiDocument } from '../server/src/platform/http/openapi.ts'

const tools = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
  '@types/node@24.19.2',
]

const dir = await mkdtemp(join(tmpdir(), 'almanac-description-'))
const product = await startProduct()
try {
  // Linters take a server on this machine for a mistake.
  const published = openApiDocument(endpoints, 'https://almanac.test')
  await writeFile(join(dir, 'published.json'), JSON.stringify(published, null, 1))
  await writeFile(join(dir, 'api.json'), await (await fetch(`${product.url}/openapi.json`)).text())
  await writeFile(join(dir, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
  await writeFile(join(dir, 'package.json'), '{"private":true,"type":"module"}\n')
  await copyFile(join(import.meta.dirname, 'walk.ts.txt'), join(dir, 'walk.ts'))
  const strict =
    '--strict --noEmit --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024'
  const results = [
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', ...tools]),
    await run('npx', ['redocly', 'lint', 'published.json', '--extends=recommended-strict']),
    await run('npx', ['spectral', 'lint', 'published.json', '--fail-severity=warn']),
    await run('npx', ['openapi-typescript', 'api.json', '--output', 'api.ts']),
    await run('npx', ['tsc', ...strict.split(' '), 'walk.ts']),
    await run(process.execPath, ['walk.ts', product.url]),
  ]
  process.exitCode = results.every((code) => code === 0) ? 0 : 1
} finally {
  await product.stop()
  await rm(dir, { recursive: true, force: true })
}

/** Runs a program in the folder, its output on ours; resolves to its exit code. */
async function run(program: string, args: readonly string[]): Promise<number> {
  console.log(`\n== ${program} ${args.slice(0, 3).join(' ')}`)
  const child = spawn(program, args, { cwd: dir, stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  console.log(code === 0 ? 'ok' : `failed with ${code}`)
  return code
}
