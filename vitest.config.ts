import { defineConfig } from 'vitest/config'

/** A worker for each: they replace modules of the product, or look at the memory of their process. */
const alone = [
  'server/src/features/identity/equal-work.test.ts',
  'server/src/adapters/files/{local,s3}.test.ts',
]

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
      // What stands for a browser there is global, and the app keeps its state in modules.
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.ts'], isolate: true, pool: 'threads' },
      },
      { extends: true, test: { name: 'rest', include: ['{contract,sandbox,tools}/**/*.test.ts'] } },
    ],
  },
})
