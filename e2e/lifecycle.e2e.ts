import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { type RunningProduct, startProduct } from './product.ts'

let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-lifecycle-'))
})
test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

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
  // Five starts, the first of which makes the demo.
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

  const fourth = await startProduct({ dataDir })
  expect(await signUp(fourth, 'novareader')).toBe(409)
  await fourth.stop()
})
