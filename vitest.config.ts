import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Where tests run: a zone that nobody's profile and no tenant can have, three quarters of an hour off the full hour. A time
 * that is shown in the device's zone by mistake is wrong there. Worker threads can't change it, so it is set here.
 */
process.env.TZ = 'Pacific/Chatham'

/** A worker for each: they replace modules of the product, or look at the memory of their process. */
const alone = [
  'server/src/features/identity/equal-work.test.ts',
  'server/src/adapters/files/{local,s3}.test.ts',
]

/** Tests of the web app that say something of themselves, e.g. what they import. */
const webTests = (says: RegExp) =>
  globSync('web/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    says.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
/** What stands for a browser there is global, and the app keeps its state in modules. */
const inDom = webTests(/@vitest-environment happy-dom/)
/** They replace what others use: globals, modules, timers. */
const replacing = webTests(/\bvi\.(mock|doMock|stubGlobal)\(/).filter((file) => !inDom.includes(file))
const asMarkup = webTests(/ from '\.\/screen\.ts'/).filter((file) => ![...inDom, ...replacing].includes(file))

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is polled for happens; how soon, no test says.
    expect: { poll: { timeout: 30_000 } },
    // The files of a worker share its modules: to load the product took longer than most files run.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: alone,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server, alone',
          include: alone,
          isolate: true,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts'], exclude: [...inDom, ...replacing, ...asMarkup] },
      },
      {
        extends: true,
        test: {
          name: 'web, as markup',
          include: asMarkup,
          setupFiles: ['web/test/on-a-server.ts', 'web/test/start-anew.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'web, alone', include: [...inDom, ...replacing], isolate: true, pool: 'threads' },
      },
      { extends: true, test: { name: 'rest', include: ['{contract,sandbox,tools}/**/*.test.ts'] } },
    ],
  },
})
