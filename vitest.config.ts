import { defineConfig } from 'vitest/config'

/** They replace modules of the product, which must not have been loaded before. */
const replacing = ['server/src/features/identity/equal-work.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is polled for happens; how soon, no test says.
    expect: { poll: { timeout: 15_000 } },
    // The files of a worker share its modules: to load the product took longer than most files run.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: replacing,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server, replacing modules',
          include: replacing,
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
