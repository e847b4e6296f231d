import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from 'playwright/test'
import { buyQuietly, welcome } from './steps/accounts.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { inspectScreen } from './steps/inspect.ts'
import { openCategory } from './steps/operator.ts'
import { expectSound, playButton, readingLine, useTokens } from './steps/play.ts'
import { enterAs } from './steps/roles.ts'
import { toast } from './steps/shell.ts'

const sign = 'Aquarius'
const recording = (name: string) => join(import.meta.dirname, '..', 'server', 'demo', 'audio', `${name}.mp3`)
/** January 2, 2020, 00:05, digit by digit. */
const longAgo = '010220200005'

/** Who works at the desk, and who listens meanwhile. */
interface Scene {
  page: Page
  listener: Page
  hands: Hands
  /** What was looked at already. */
  seen: Set<string>
}

/** Looks at a screen or dialog once, at the desk: from there it is looked at as on a phone too. */
async function inspect({ page, seen }: Scene, name: string): Promise<void> {
  if (test.info().project.use.hasTouch || seen.has(name)) return
  seen.add(name)
  expect(await inspectScreen(page), name).toEqual([])
}

test('a reading is uploaded, heard, edited, replaced, copied and deleted @phone', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const scene: Scene = { page, listener: await listen(browser), hands: ownHands(), seen: new Set() }
  const { listener } = scene
  const first = `Heard ${crypto.randomUUID().slice(0, 8)}`
  const renamed = `${first}, renamed`
  const copy = `${first}, again`
  await enterAs(page, 'customer')
  await openCategory(page, sign)

  await test.step('what is uploaded is on the dashboard, and heard', async () => {
    await upload(scene, first)
    await expect(playButton(listener, first)).toBeVisible()
    await playButton(listener, first).click()
    await useTokens(listener, first)
    await expectSound(listener)
  })
  await test.step('an edit warns first, and is seen without a reload', async () => {
    await edit(scene, first, (dialog) => scene.hands.enter(dialog.getByLabel('Audio Name'), renamed))
    await expect(listener.getByRole('heading', { name: renamed, level: 2 })).toBeVisible()
    await expectSound(listener)
  })
  await test.step('a recording that is replaced goes on for who hears it, also from another place in it', async () => {
    const before = await askForPart(listener)
    await edit(scene, renamed, (dialog) =>
      dialog.getByLabel('Audio file').setInputFiles(recording('the-small-repair')),
    )
    await expect(readingLine(listener, renamed)).not.toContainText('4:28')
    expect(await askForPart(listener)).toEqual(before)
    await expectSound(listener)
  })
  await test.step('a copy is a reading of its own', async () => {
    await copyReading(scene, renamed, copy)
    await expect(playButton(listener, copy)).toBeVisible()
  })
  await test.step('what is deleted is gone from the dashboard, and what was paid plays on', async () => {
    await remove(scene, renamed)
    await expect(listener.getByRole('heading', { name: renamed, level: 2 })).toHaveCount(0)
    await expectSound(listener)
    await remove(scene, copy)
    await expect(playButton(listener, copy)).toHaveCount(0)
  })
  await listener.context().close()
})

/** What is answered to who asks for a part of what plays, as a player does that has not kept it. */
async function askForPart(listener: Page): Promise<{ status: number; part: string | undefined }> {
  const url = await listener.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentSrc)
  const answer = await listener.request.get(url, { headers: { range: 'bytes=400000-400099' } })
  return { status: answer.status(), part: answer.headers()['content-range'] }
}

/** A new consumer with tokens, in front of the sign's readings. */
async function listen(browser: Browser): Promise<Page> {
  const listener = await (await browser.newContext()).newPage()
  await welcome(listener, sign)
  await buyQuietly(listener.request, 'Four Weeks')
  await listener.goto('/aurora/dashboard')
  await expect(listener.getByRole('heading', { name: 'Select Reading to Play' })).toBeVisible()
  return listener
}

const rowAct = (page: Page, act: string, name: string) =>
  page.getByRole('main').getByRole('button', { name: `${act} ${name}`, exact: true })

/** Types a date and time from its first digit on. */
async function typeStart({ page, hands }: Scene, dialog: Locator): Promise<void> {
  const start = dialog.getByRole('group', { name: 'Start Date & Time' })
  await hands.press(start.getByRole('spinbutton', { name: 'month' }))
  await page.keyboard.type(longAgo)
}

async function upload(scene: Scene, name: string): Promise<void> {
  const { page, hands } = scene
  await inspect(scene, 'Active Files')
  await hands.press(page.getByRole('button', { name: 'Upload Audio' }).first())
  const dialog = page.getByRole('dialog', { name: 'Add Audio' })
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled()
  await dialog.getByLabel('Audio file').setInputFiles(recording('the-open-door'))
  await hands.enter(dialog.getByLabel('Audio Name'), name)
  await typeStart(scene, dialog)
  await inspect(scene, 'Add Audio')
  await hands.press(dialog.getByRole('button', { name: 'Upload' }))
  const uploads = page.getByRole('table', { name: 'Uploaded Files' })
  await expect(uploads.getByText('Uploaded', { exact: true })).toBeVisible()
  await expect(rowAct(page, 'Play', name)).toBeEnabled()
  await inspect(scene, 'Uploaded Files')
  await hands.press(page.getByRole('button', { name: 'Active Files' }))
  await expect(page.getByRole('table', { name: 'Audio Files' })).toContainText(name)
}

async function edit(scene: Scene, name: string, change: (dialog: Locator) => Promise<void>): Promise<void> {
  const { page, hands } = scene
  await hands.press(rowAct(page, 'Edit', name))
  const warning = page.getByRole('dialog', { name: 'This audio is active' })
  await expect(warning).toContainText('reflected at once on consumers’ dashboards')
  await inspect(scene, 'This audio is active')
  await hands.press(warning.getByRole('button', { name: 'Proceed' }))
  const dialog = page.getByRole('dialog', { name: 'Edit Audio' })
  await expect(dialog.getByRole('group', { name: 'End Date & Time' })).toBeVisible()
  await change(dialog)
  await inspect(scene, 'Edit Audio')
  await hands.press(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Audio updated successfully.').first()).toBeVisible()
}

async function copyReading(scene: Scene, name: string, copy: string): Promise<void> {
  const { page, hands } = scene
  await hands.press(rowAct(page, 'Copy', name))
  const dialog = page.getByRole('dialog', { name: 'Copy Audio' })
  await expect(dialog).toContainText(name)
  await hands.enter(dialog.getByLabel('Audio Name'), copy)
  await typeStart(scene, dialog)
  await inspect(scene, 'Copy Audio')
  await hands.press(dialog.getByRole('button', { name: 'Copy' }))
  await expect(toast(page, 'Audio copied successfully.')).toBeVisible()
  await expect(rowAct(page, 'Delete', copy)).toBeVisible()
}

async function remove(scene: Scene, name: string): Promise<void> {
  const { page, hands } = scene
  await hands.press(rowAct(page, 'Delete', name))
  const question = page.getByRole('dialog', { name: 'Delete this audio?' })
  await expect(question).toContainText('it leaves consumers’ dashboards at once')
  await inspect(scene, 'Delete this audio?')
  await hands.press(question.getByRole('button', { name: 'Delete' }))
  await expect(question).toBeHidden()
  await expect(rowAct(page, 'Delete', name)).toHaveCount(0)
  // Where the button was there is nothing any more: the focus is not lost.
  await expect(page.locator('body')).not.toBeFocused()
}
