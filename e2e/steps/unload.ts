import { expect, type Page } from 'playwright/test'

/** Whether the browser would ask before the tab is closed or reloaded. */
export function asksBeforeUnload(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

/** Closes the tab for good and finds it asking; the answer is to stay. */
export async function expectCloseAsks(page: Page): Promise<void> {
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}
