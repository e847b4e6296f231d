import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findBrowser } from '../e2e/browser.ts'

/** Runs the browser tests: `npm run e2e`, with Playwright's own arguments, e.g. `-- --grep landing`. */
const root = join(import.meta.dirname, '..')
const runner = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')

const { executablePath } = await findBrowser()
console.log(`Browser: ${executablePath}`)
const args = [runner, 'test', '--config', join(root, 'e2e', 'playwright.config.ts'), ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
