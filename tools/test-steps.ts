import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileCache } from '../server/test/child-environment.ts'
import type { StepOutput } from './step-output.ts'

export interface Outcome {
  passed: number
  failed: number
}

/** Where a step says what it does. */
type Write = StepOutput['write']

export interface Step {
  /** As in `--only`. */
  group: 'types' | 'lint' | 'boundaries' | 'unit' | 'build' | 'e2e'
  title: string
  run(write: Write): Promise<Outcome>
}

const root = join(import.meta.dirname, '..')
const resolver = createRequire(import.meta.url)

const build: Step[] = [
  { group: 'build', title: 'Web build', run: (write) => one(write, join(root, 'tools/build-web.ts'), []) },
  {
    group: 'build',
    title: 'Script of the login route within its budget',
    run: (write) => one(write, join(root, 'tools/bundle-size.ts'), []),
  },
]

/** In the order in which a mistake shows soonest; the browser tests, which take less long than the others, come after. */
const sourceAndBrowser: Step[] = [
  { group: 'types', title: 'Type check', run: checkTypes },
  {
    group: 'lint',
    title: 'Lint and format (Biome)',
    run: (write) => one(write, tool('@biomejs/biome', 'bin/biome'), ['check', '.']),
  },
  {
    group: 'boundaries',
    title: 'Boundaries',
    run: (write) => one(write, join(root, 'tools/boundaries.ts'), []),
  },
  { group: 'e2e', title: 'Browser tests (Playwright)', run: runPlaywright },
]

const unit: Step[] = [{ group: 'unit', title: 'Unit and API tests (Vitest)', run: runVitest }]

/**
 * One stage after another. The lanes of a stage run side by side, since tests often wait; the steps of a lane one after
 * another. What is built is there before anybody looks at it.
 */
export const stages: Step[][][] = [[build], [sourceAndBrowser, unit]]

function tool(name: string, file: string): string {
  return join(dirname(resolver.resolve(`${name}/package.json`)), file)
}

/** Runs a script under our Node; resolves to its exit code. */
async function run(
  write: Write,
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const colors = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colors, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  child.stdout.on('data', write)
  child.stderr.on('data', write)
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      const settle = () => resolve(code ?? 1)
      // What it said last may not have been read yet; what it left running may keep its output open.
      child.once('close', settle)
      setTimeout(settle, 1_000)
    })
  })
}

async function one(write: Write, script: string, args: string[]): Promise<Outcome> {
  const code = await run(write, script, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

async function checkTypes(write: Write): Promise<Outcome> {
  const tsc = tool('typescript', 'bin/tsc')
  // Each of several checkers would read the types of all libraries for itself.
  const options = ['--noEmit', '--pretty', 'false', '--checkers', '1']
  const queue = ['.', 'contract', 'server', 'sandbox', 'web']
  const total = { passed: 0, failed: 0 }
  const work = async () => {
    for (let project = queue.shift(); project; project = queue.shift()) {
      const code = await run(write, tsc, ['-p', project, ...options])
      if (code === 0) total.passed++
      else total.failed++
    }
  }
  await Promise.all([work(), work()])
  return total
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function runVitest(write: Write): Promise<Outcome> {
  return await withReport(async (file) => {
    const code = await run(write, tool('vitest', 'vitest.mjs'), [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const report = await readJson<VitestReport>(file)
    // A file that could not even be loaded has no test to count.
    const broken = report?.testResults.filter(
      (one) => one.status === 'failed' && one.assertionResults.length === 0,
    ).length
    return settle(code, report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + (broken ?? 0))
  })
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

async function runPlaywright(write: Write): Promise<Outcome> {
  return await withReport(async (file) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const code = await run(write, join(root, 'tools/e2e.ts'), ['--reporter=list,json'], env)
    const stats = (await readJson<PlaywrightReport>(file))?.stats
    return settle(code, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0))
  })
}

/** A run that failed for a reason that is no test (no report, a crash, an unhandled error) counts as one failure. */
function settle(code: number, passed: number, failed: number): Outcome {
  const unexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}

async function withReport(work: (file: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readJson<Shape>(file: string): Promise<Shape | undefined> {
  return await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Shape,
    () => undefined,
  )
}
