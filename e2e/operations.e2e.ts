import { readFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { ownHands } from './steps/hands.ts'
import { inspectOnTheWay, watchPage } from './steps/inspect.ts'
import { changeRows, refundAtProvider, test } from './steps/own-product.ts'
import { enterAs } from './steps/roles.ts'
import { goTo, toast } from './steps/shell.ts'

/** A day that is ahead of every run; each project of a run has one of its own, since no text is taken twice. */
const day = (project: string) => `2036-07-${project === 'phone' ? '01' : '02'}`

const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\n')),
})

const textFile = (page: Page) => page.getByRole('dialog').getByLabel(/^Text file/)

test('texts are uploaded once their file is right, and the audit trail says so @phone', async ({
  page,
}, info) => {
  const hands = ownHands()
  const behind = watchPage(page)
  const on = day(info.project.name)
  await enterAs(page, 'admin')
  const dialog = page.getByRole('dialog', { name: 'Bulk Text Upload' })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })

  await test.step('a file with bad lines names them and is not uploaded', async () => {
    await hands.press(page.getByRole('button', { name: 'Upload Short Text Aurora Astrology' }))
    await expect(dialog).toContainText('Aurora Astrology, aurora')
    await textFile(page).setInputFiles(
      file('bad.txt', `Aries | Note | ${on} 09:00 | One.`, 'Areis | Note | 2036-02-30 09:00 | Two.'),
    )
    await expect(dialog.getByRole('heading', { name: '1 line to put right' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText(
      'Line 2: There is no category "Areis". Please enter a valid date and time.',
    )
    await expect(upload).toBeDisabled()
    expect(await inspectOnTheWay(page)).toEqual([])
  })

  await test.step('a file that is right shows what it schedules, and is uploaded', async () => {
    await textFile(page).setInputFiles(
      file('good.txt', '# July', `Aries | Note | ${on} 09:00 | One.`, `Leo\tNote\t${on} 10:00\tTwo.`),
    )
    const plan = dialog.getByRole('region', { name: 'What will be scheduled' })
    await expect(plan).toContainText('2texts will be scheduled')
    await expect(plan).toContainText('Eastern Time')
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(upload)
    await expect(toast(page, 'Short text uploaded successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('the same file is refused the next time, and kept until one gives it up', async () => {
    await hands.press(page.getByRole('button', { name: 'Upload Short Text Aurora Astrology' }))
    await textFile(page).setInputFiles(
      file('again.txt', `Aries | Note | ${on} 09:00 | One.`, `Leo | Note | ${on} 10:00 | Two.`),
    )
    await expect(dialog.getByRole('listitem').first()).toHaveText(
      'Line 1: This text is there for this time already.',
    )
    await hands.press(dialog.getByRole('button', { name: 'Cancel' }))
    await hands.press(page.getByRole('button', { name: 'Discard' }))
    await expect(dialog).toBeHidden()
  })

  await test.step('who has done it, and what, stands in the audit trail', async () => {
    await goTo(page, 'Audit', hands)
    await hands.choose(page.getByLabel('What', { exact: true }), 'Uploaded a file of short texts')
    await expect(page).toHaveURL(/[?&]action=upload-short-texts/)
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(page.getByRole('button', { name: 'admin uploaded a file of short texts' }).first())
    const entry = page.getByRole('dialog', { name: 'admin uploaded a file of short texts' })
    const recorded = entry.getByRole('table', { name: 'What was there' })
    await expect(recorded).toContainText('Texts')
    await expect(recorded).toContainText('Categories › Aries')
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(entry.getByRole('button', { name: 'Close' }).last())
    await expect(entry).toBeHidden()
  })

  await test.step('and in the file that is saved of it', async () => {
    const saved = page.waitForEvent('download')
    await hands.press(page.getByRole('button', { name: 'Download CSV' }))
    const download = await saved
    expect(download.suggestedFilename()).toBe('audit.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toMatch(/^Date Time \(America\/New_York\),Username,/)
    expect(lines[1]).toContain(',admin,uploaded a file of short texts,Customer ')
    for (const line of lines.slice(1)) expect(line).toContain('uploaded a file of short texts')
  })
  expect(behind.take()).toEqual([])
})

test('what waits for a person on the health page is set going again @phone', async ({
  page,
  product,
}, info) => {
  const hands = ownHands()
  const eventId = `evt_${info.project.name}`
  await changeRows(
    product,
    `insert into payment_events (provider, event_id, type, body, attempts, error, parked_at)
     values ('stripe', $1, 'payment_intent.created', '{}', 3, 'nobody handles it yet', now())`,
    [eventId],
  )
  await changeRows(
    product,
    `update job_runs set last_failure_at = now() + interval '1 minute', failure = 'The store is away.' where name = $1`,
    ['sweep-files'],
  )
  await enterAs(page, 'admin')
  await goTo(page, 'Platform Health', hands)
  const concern = page.getByRole('link', { name: '1 event unhandled' })
  await expect(concern).toBeVisible()
  expect(await inspectOnTheWay(page)).toEqual([])

  await test.step('its mention leads to it', async () => {
    await hands.press(concern)
    await expect(page.getByRole('heading', { name: 'Payment events' })).toBeInViewport()
  })

  await test.step('an event is worked off again', async () => {
    await hands.press(page.getByRole('button', { name: `Replay payment_intent.created ${eventId}` }))
    await expect(toast(page, 'The event is worked off again.')).toBeVisible()
    await expect(page.getByText(eventId)).toBeHidden({ timeout: 40_000 })
    await expect(concern).toBeHidden()
  })

  await test.step('a job is retried', async () => {
    await expect(page.getByText(/The store is away\./)).toBeVisible()
    await hands.press(page.getByRole('button', { name: 'Retry Sweep files' }))
    await expect(toast(page, 'The job is looking for work now.')).toBeVisible()
  })

  await test.step('both are in the audit trail', async () => {
    await goTo(page, 'Audit', hands)
    const first = (words: string) => page.getByRole('button', { name: words }).first()
    await expect(first('admin had a job run at once')).toBeVisible()
    await expect(first('admin had an event of a payment provider worked off again')).toBeVisible()
  })
})

test('a provider that has gone silent is told of, until it calls @phone', async ({ page, product }) => {
  const hands = ownHands()
  await changeRows(
    product,
    `with paid as (
       update purchases set created_at = now() - interval '2 hours', settled_at = now() - interval '2 hours'
       where id in (select id from purchases where provider = 'stripe' and state = 'settled' order by id limit 4)
     )
     update callers set last_heard_at = now() - interval '5 hours', watched_from = now() - interval '5 hours'
     where name = 'stripe'`,
    [],
  )
  await enterAs(page, 'admin')
  await goTo(page, 'Platform Health', hands)
  const concern = page.getByRole('link', { name: 'Stripe has gone silent' })
  await hands.press(concern)
  const heard = page.getByRole('region', { name: 'Last heard from' })
  await expect(heard.getByRole('heading')).toBeInViewport()
  const row = heard.getByRole('listitem').filter({ hasText: 'Stripe' })
  await expect(row).toContainText('5 hours ago')
  await expect(row).toContainText(/\d+ payments have settled since, and no event told of them\./)
  await expect(row).toContainText('Consumers are served meanwhile')
  await expect(heard.getByRole('listitem').filter({ hasText: 'PayPal' })).not.toContainText('Silent')
  expect(await inspectOnTheWay(page)).toEqual([])

  await test.step('with its next event it is heard again', async () => {
    await refundAtProvider(product)
    await expect(row).toContainText('just now', { timeout: 40_000 })
    await expect(row).not.toContainText('Silent')
    await expect(concern).toBeHidden()
  })
})
