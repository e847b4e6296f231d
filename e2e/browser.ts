import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export interface Browser {
  executablePath: string
  args: string[]
  /** What the browser needs beside our own environment. */
  env: Record<string, string>
}

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/**
 * Finds a Chromium that really starts: CHROMIUM_PATH, else an installed one, else the one in the npm package
 * `@sparticuz/chromium` (Linux x64), unpacked once into the temporary folder. The answer is remembered for the
 * processes that we start.
 *
 * @throws Error with a sentence for people when there is none
 */
export async function findBrowser(): Promise<Browser> {
  const known = process.env.ALMANAC_E2E_BROWSER
  if (known) return JSON.parse(known) as Browser
  const browser = findGiven() ?? findInstalled() ?? (await unpackPackaged())
  process.env.ALMANAC_E2E_BROWSER = JSON.stringify(browser)
  return browser
}

function findGiven(): Browser | undefined {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) return undefined
  const browser = { executablePath, args, env: {} }
  const problem = whyNotStarting(browser)
  if (problem) throw new Error(`CHROMIUM_PATH names ${executablePath}, which does not start: ${problem}`)
  return browser
}

function findInstalled(): Browser | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macApplications,
  ]
  return candidates
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, args, env: {} }))
    .find((browser) => whyNotStarting(browser) === undefined)
}

function whyNotStarting({ executablePath, env }: Browser): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(executablePath, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  })
  if (status === 0 && /\d+\.\d+/.test(stdout)) return undefined
  return error?.message ?? (stderr.trim().slice(0, 300) || 'it gives no version')
}

async function unpackPackaged(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH.')
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const manifest = await readFile(join(dirname(dirname(entry)), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const home = join(tmpdir(), `almanac-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(home)) await unpack(home)
  const plain: Browser = {
    executablePath: join(home, 'chromium'),
    args: [...args, '--font-render-hinting=none'],
    env: existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(home, 'fonts') },
  }
  if (whyNotStarting(plain) === undefined) return plain
  // A bare machine lacks the network security libraries; the package brings them, built for another Linux.
  const withLibraries = { ...plain, env: { ...plain.env, LD_LIBRARY_PATH: join(home, 'al2023', 'lib') } }
  const problem = whyNotStarting(withLibraries)
  if (problem)
    throw new Error(`The Chromium from npm does not start (${problem}): install one, or set CHROMIUM_PATH.`)
  return withLibraries
}

/** Unpacks beside the place and moves it there when whole: a run that is interrupted leaves nothing half. */
async function unpack(home: string): Promise<void> {
  const draft = `${home}.new-${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const code = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
    cwd: import.meta.dirname,
    // The package unpacks into the temporary folder, and its libraries only where it believes to be at its home.
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The Chromium from npm could not be unpacked: ${stderr.trim()}`)
  try {
    await rename(draft, home)
  } catch (error) {
    if (!existsSync(home)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
