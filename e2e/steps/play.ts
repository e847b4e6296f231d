import { expect, type Locator, type Page } from 'playwright/test'
import { mouse } from './hands.ts'

/** The button of a reading, while it does not play. */
export function playButton(page: Page, reading: string): Locator {
  return page.getByRole('main').getByRole('button', { name: `Play ${reading}`, exact: true })
}

/** The line of a reading in the list. */
export function readingLine(page: Page, reading: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: reading, exact: true }) })
}

/** The name of the newest reading of the chosen sign. */
export async function newestReading(page: Page): Promise<string> {
  const readings = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
  return (await readings.first().textContent()) ?? ''
}

/** Waits until sound really runs: the place in the recording moves on. */
export async function expectSound(page: Page): Promise<void> {
  const placeSeconds = () =>
    page.locator('audio').evaluate((audio: HTMLAudioElement) => (audio.paused ? -1 : audio.currentTime))
  await expect.poll(placeSeconds, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = await placeSeconds()
  await expect.poll(placeSeconds, { timeout: 20_000 }).toBeGreaterThan(before)
}

/** The animation of the test audio's button; `none` when it does not glow. */
export function glowOf(testAudio: Locator): Promise<string> {
  return testAudio.evaluate((button) => getComputedStyle(button, '::after').animationName)
}

/** Agrees to use tokens for a reading. */
export async function useTokens(page: Page, reading: string, hands = mouse): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Use \d+ tokens?\?$/i })
  await expect(dialog).toContainText(reading)
  await hands.press(dialog.getByRole('button', { name: 'Proceed' }))
  await expect(dialog).toBeHidden()
}

/** The question before an audio session ends. */
export function leaveDialog(page: Page): Locator {
  return page
    .getByRole('dialog', { name: 'Are you sure?' })
    .filter({ hasText: 'Do you want to exit current audio session?' })
}
