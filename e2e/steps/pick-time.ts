import { expect, type Page } from 'playwright/test'

/** A minute on the wall of a zone, in the calendar's words and the field's digits. */
export interface WallMinute {
  /** `November 2026` */
  month: string
  /** `November 21, 2026` */
  day: string
  hours: string
  minutes: string
}

/** Reads a clock of a zone. */
export function wallMinute(instant: Date, timeZone: string): WallMinute {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const day = `${parts.month} ${parts.day}, ${parts.year}`
  return { month: `${parts.month} ${parts.year}`, day, hours: parts.hour ?? '', minutes: parts.minute ?? '' }
}

/** The next full minute that leaves `leadMs` to choose and save it. */
export function nextMinute(now: Date, leadMs: number): Date {
  const minuteMs = 60_000
  return new Date(Math.ceil((now.getTime() + leadMs) / minuteMs) * minuteMs)
}

/** Chooses a day in the calendar of a field, and types a time into it. */
export async function pickTime(page: Page, label: string, wanted: WallMinute): Promise<void> {
  const field = page.getByRole('group', { name: label })
  const calendar = page.getByRole('dialog', { name: label })
  await field.getByRole('button', { name: label }).click()
  const header = calendar.getByText(/^[A-Z][a-z]+ \d{4}$/).and(calendar.locator('[aria-live]'))
  await expect(header).toBeVisible()
  for (;;) {
    const shown = (await header.textContent()) ?? ''
    if (shown === wanted.month) break
    const isLater = new Date(`1 ${shown}`) < new Date(`1 ${wanted.month}`)
    await calendar.getByRole('button', { name: isLater ? 'Next month' : 'Previous month' }).click()
    await expect(header).not.toHaveText(shown)
  }
  await calendar.getByRole('button', { name: `, ${wanted.day}` }).click()
  await expect(calendar).toBeHidden()
  await field.getByRole('spinbutton', { name: 'hour' }).click()
  await page.keyboard.type(wanted.hours + wanted.minutes)
}

/** Types a day `YYYY-MM-DD` into a field, in the order in which it is read here. */
export async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-')
  await page.getByRole('group', { name: label }).getByRole('spinbutton', { name: 'month' }).click()
  await page.keyboard.type(`${month}${date}${year}`)
}
