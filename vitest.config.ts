import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'rest', include: ['{contract,sandbox,web,tools}/**/*.test.ts'] } },
    ],
  },
})
