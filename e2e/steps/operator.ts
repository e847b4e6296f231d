import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { pickTime, type WallMinute } from './pick-time.ts'
import { goTo, toast } from './shell.ts'

const recordings = join(import.meta.dirname, '..', '..', 'server', 'demo', 'audio')

/** Opens a category from the list of categories. */
export async function openCategory(page: Page, category: string): Promise<void> {
  await goTo(page, 'Categories & Services')
  await page.getByRole('main').getByRole('link', { name: category }).click()
  await expect(page.getByRole('heading', { name: category, level: 1 })).toBeVisible()
}

/** Schedules a short text in the category that is open. */
export async function scheduleText(
  page: Page,
  text: { name: string; content: string; at: () => WallMinute },
): Promise<void> {
  await page.getByRole('tab', { name: 'Short Text' }).click()
  await page.getByRole('link', { name: 'New Short Text' }).click()
  await page.getByLabel('Message Name').fill(text.name)
  await page.getByLabel('Text', { exact: true }).fill(text.content)
  await pickTime(page, 'Schedule Date & Time', text.at())
  await page.getByRole('button', { name: 'Save all' }).click()
  await expect(toast(page, 'Short text added successfully.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Unsent short texts' })).toContainText(text.name)
}

/**
 * Uploads a recording into the category that is open. Its way is watched: the request is held until the progress
 * shows, then sent on.
 */
export async function uploadReading(
  page: Page,
  reading: { name: string; file: string; start: WallMinute },
): Promise<void> {
  const seen = Promise.withResolvers<void>()
  await page.route('**/v1/customers/*/audio', async (route) => {
    if (route.request().method() === 'POST') await seen.promise
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Audio' }).click()
  await page.getByRole('button', { name: 'Upload Audio' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Audio' })
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled()
  await dialog.getByLabel('Audio file').setInputFiles(join(recordings, reading.file))
  await dialog.getByLabel('Audio Name').fill(reading.name)
  await pickTime(page, 'Start Date & Time', reading.start)
  await dialog.getByRole('button', { name: 'Upload' }).click()

  const uploads = page.getByRole('table', { name: 'Uploaded Files' })
  await expect(uploads.getByRole('progressbar', { name: `Upload of ${reading.name}` })).toBeVisible()
  await expect(uploads.getByRole('button', { name: `Play ${reading.name}` })).toBeDisabled()
  seen.resolve()
  await expect(uploads.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(uploads.getByRole('button', { name: `Play ${reading.name}` })).toBeEnabled()
}
