import { pagePaths } from '@almanac/contract/pages'
import { expect, test } from 'playwright/test'
import { settle } from './steps/inspect.ts'
import { inspectLargeText } from './steps/inspect-widely.ts'
import { fillPath, visitorOf } from './steps/places.ts'
import { enterAs } from './steps/roles.ts'
import { moveTo } from './steps/shell.ts'

/** They need something that was chosen or bought before. */
const later = /\/purchase$|\/wallet\/|\/paypal\//

test.describe.configure({ mode: 'parallel' })

for (const role of ['consumer', 'customer', 'admin'] as const) {
  test(`every screen of the ${role} is whole on a phone with text at twice its size`, async ({ page }) => {
    await enterAs(page, role)
    const problems = new Map<string, string[]>()
    for (const path of pagePaths) {
      if (visitorOf(path) !== role || later.test(path)) continue
      const address = await fillPath(page, path)
      if (new URL(page.url()).pathname !== address) await moveTo(page, address)
      await settle(page)
      problems.set(path, await inspectLargeText(page))
    }
    expect(problems.size).toBeGreaterThan(10)
    const found = [...problems].filter(([, those]) => those.length > 0)
    expect(Object.fromEntries(found)).toEqual({})
  })
}
