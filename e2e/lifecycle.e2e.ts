import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { type RunningProduct, startProduct } from './product.ts'
import { ownHands } from './steps/hands.ts'
import { otherCode, receiveCode } from './steps/inbox.ts'
import { demoPassword } from './steps/people.ts'
import { addressQuestion, confirmAddress, fact, openOwn, save } from './steps/profile.ts'
import { toast } from './steps/shell.ts'
import {
  askForPassword,
  enterCode,
  enterLogin,
  openLogin,
  refuseCode,
  replacePassword,
} from './steps/sign-in.ts'

let dataDir: string
/** What was started last, once it is to be left running. */
let running: RunningProduct | undefined

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-lifecycle-'))
})
test.afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function signUp(product: RunningProduct, username: string): Promise<number> {
  const first = await fetch(`${product.url}/v1/customer-details-by-url/aurora`)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { subscriptionCategory } = (await first.json()) as { subscriptionCategory: { id: number }[] }
  const { status } = await fetch(`${product.url}/v1/customers/aurora/consumers/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-xsrf-token': cookie.split('=')[1] ?? '' },
    body: JSON.stringify({
      username,
      fullName: 'Nova Reader',
      email: `${username}@mail.example`,
      contactNumber: '+1 617 555 0100',
      defaultCategoryId: subscriptionCategory[0]?.id,
      password: 'a-long-password',
      confirmPassword: 'a-long-password',
    }),
  })
  return status
}

/** Starts a second copy on the same folder and answers how it ends. */
async function startSecond(): Promise<{ code: number | null; output: string }> {
  const entry = join(import.meta.dirname, '..', 'server', 'src', 'main.ts')
  const child = spawn(process.execPath, [entry], { env: { ...process.env, PORT: '0', DATA_DIR: dataDir } })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}

test('the product starts from nothing, refuses a second copy, survives SIGKILL and keeps every row', async () => {
  // Four starts, the first of which makes the demo.
  test.setTimeout(180_000)
  const first = await startProduct({ dataDir })
  expect(first.output()).toContain('almanac-demo')
  expect(first.output()).toContain('/sandbox')
  expect(await signUp(first, 'novareader')).toBe(201)

  const second = await startSecond()
  expect(second.code).not.toBe(0)
  expect(second.output).toContain(new URL(first.url).port)
  expect(second.output).toContain(String(first.pid))

  process.kill(first.pid, 'SIGKILL')
  await wait(500)
  const third = await startProduct({ dataDir })
  expect(await signUp(third, 'novareader')).toBe(409)

  // An open event stream must not hold up the end.
  const opened = fetch(`${third.url}/v1/events`).catch(() => undefined)
  await third.stop()
  await opened

  running = await startProduct({ dataDir })
  expect(await signUp(running, 'novareader')).toBe(409)
})

// It ends every session of the one admin, and takes codes of which there are five an hour: here nobody else is.
test('an admin who forgot the password sets another with a code, and then another email', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const hands = ownHands()
  const newPassword = 'another-long-password'
  running ??= await startProduct({ dataDir })
  const context = await browser.newContext({ baseURL: running.url })
  const page = await context.newPage()
  await openLogin(page, 'admin')
  await expect(page.getByRole('button', { name: 'Register' })).toBeHidden()
  await hands.press(page.getByRole('button', { name: 'Forgot Password?' }))
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await askForPassword(page, 'admin', hands)

  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('a***n@almanac.example')
  const code = await receiveCode(context.request, 'admin@almanac.example')
  await refuseCode(page, otherCode(code), hands)
  await enterCode(page, code, hands)
  await replacePassword(page, newPassword, hands)
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()

  await enterLogin(page, 'admin', demoPassword, hands)
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await enterLogin(page, 'admin', newPassword, hands)
  await expect(page).toHaveURL('/admin/customers')

  await test.step('a new email is proved by a code, with an admin as with a consumer', async () => {
    const newEmail = 'ada@almanac.example'
    await openOwn(page, 'Edit Profile', hands)
    await hands.enter(page.getByLabel('Email', { exact: true }), newEmail)
    await save(page, hands)
    await expect(addressQuestion(page)).toContainText(newEmail)
    await confirmAddress(page, hands)
    await expect(page).toHaveURL('/admin/profile/edit/verification')
    await enterCode(page, await receiveCode(context.request, newEmail), hands)
    await expect(toast(page, 'Profile updated successfully')).toBeVisible()
    await expect(page).toHaveURL('/admin/profile')
    await expect(fact(page, 'Email')).toHaveText(newEmail)
  })
  await context.close()
})
