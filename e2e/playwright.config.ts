import { defineConfig } from 'playwright/test'
import { findBrowser } from './browser.ts'

const { executablePath, args, env } = await findBrowser()

/**
 * The journeys run at desktop width; those tagged @phone at a phone's too, and @phone-only nowhere else. Those that take
 * `ownHands` are made by touch on the phone and by keyboard alone at the desk.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    // Set by the global set-up before the workers, who read this file again, are started.
    baseURL: process.env.E2E_URL,
    timezoneId: 'America/New_York',
    locale: 'en-US',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // An eighth of what a test takes. Without a picture of the page at each step, which would take longer than the steps.
    trace: process.env.E2E_TRACE
      ? { mode: 'retain-on-failure', snapshots: false, screenshots: false }
      : 'off',
    screenshot: 'only-on-failure',
    // What glows and breathes is painted as often as it moves, for nobody. The main road is gone with all of it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env: { ...definedEnvironment(), ...env } },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
    },
  ],
})

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}
