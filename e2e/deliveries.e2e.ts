import { expect } from 'playwright/test'
import { buyQuietly, openSession, welcome } from './steps/accounts.ts'
import { ownHands } from './steps/hands.ts'
import { readMessages } from './steps/inbox.ts'
import { inspectOnTheWay, watchPage } from './steps/inspect.ts'
import { openCategory } from './steps/operator.ts'
import { changeRows, test } from './steps/own-product.ts'
import { inventPerson } from './steps/people.ts'
import { enterAs } from './steps/roles.ts'
import { goTo, toast } from './steps/shell.ts'
import { subscribe } from './steps/subscribe.ts'

test('an operator rehearses 30 days, and reads afterwards what came otherwise @phone', async ({
  page,
  product,
}) => {
  const hands = ownHands()
  const behind = watchPage(page)
  await enterAs(page, 'customer')

  await test.step('the rehearsal says what will go out, day by day and text by text', async () => {
    await goTo(page, 'Calendar', hands)
    await hands.press(page.getByRole('link', { name: 'Rehearsal' }))
    const all = page.getByRole('list', { name: 'All together' })
    await expect(all.getByRole('listitem')).toHaveCount(5)
    await expect(all.getByRole('listitem').filter({ hasText: 'Email' })).toContainText(/Email[1-9]/)
    expect(await inspectOnTheWay(page)).toEqual([])
    const day = page.getByRole('table', { name: 'Days' }).getByRole('button').first()
    await hands.press(day)
    const opened = page.getByRole('dialog')
    await expect(opened.getByText(/to \d+ subscribers?: /).first()).toBeVisible()
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(opened.getByRole('button', { name: 'Close' }).last())
    await expect(opened).toBeHidden()
    await expect(day).toBeFocused()
  })

  await test.step('the report of a sent text names the difference in words', async () => {
    await changeRows(
      product,
      `insert into text_rehearsals (text_id, tenant_id, disburse_at, rehearsed_at, recipients, counts)
       select t.id, t.tenant_id, t.disburse_at, t.disburse_at - interval '1 day', count(distinct d.consumer_id),
         jsonb_build_object('sms:sent', count(*) filter (where d.medium = 'sms'),
           'email:sent', count(*) filter (where d.medium = 'email') + 2, 'email:skipped:insufficient-tokens', 1)
       from short_texts t join deliveries d on d.text_id = t.id join categories c on c.id = t.category_id
       where c.name = $1 and t.state = 'sent' group by t.id
       on conflict do nothing`,
      ['Leo'],
    )
    await openCategory(page, 'Leo')
    await hands.press(page.getByRole('tab', { name: 'Short Text' }))
    await hands.press(page.getByRole('button', { name: 'Sent', exact: true }))
    await hands.press(
      page.getByRole('table', { name: 'Sent short texts', exact: true }).getByRole('button').first(),
    )
    const rehearsal = page.getByRole('dialog').getByRole('region', { name: 'Rehearsal' })
    await expect(rehearsal.getByRole('listitem').first()).toContainText(
      /^2 fewer than rehearsed were sent by email at once: \d+, not \d+\.$/,
    )
    await expect(rehearsal.getByRole('listitem').last()).toHaveText(
      '1 fewer than rehearsed was skipped by email: 0, not 1. Reason: The consumer did not have enough tokens.',
    )
    expect(await inspectOnTheWay(page)).toEqual([])
  })
  expect(behind.take()).toEqual([])
})

test('an admin decides, after a restore, what is held and may have been sent @phone', async ({
  page,
  product,
}, info) => {
  const hands = ownHands()
  const behind = watchPage(page)
  const nova = inventPerson('Leo')
  const subject = `Welcome to ${info.project.name}`
  const wrongSubject = `Farewell to ${info.project.name}`
  await changeRows(
    product,
    `with restored as (
       insert into restores (backup_at, restored_at, held_at, compared_at, findings)
       values (now() - interval '3 hours', now() - interval '1 hour', now() - interval '1 hour', now() - interval '50 minutes', $1)
       returning id
     )
     insert into outbox_messages (tenant_id, channel, recipient, subject, text, state, lane, expires_at, created_at, restore_id)
     select (select id from tenants where url = 'aurora'), 'email', $2, s.subject, 'Hello.', 'held', 'mail',
       now() + interval '2 days', now() - interval '2 hours', restored.id
     from restored, unnest($3::text[]) as s (subject)`,
    [
      JSON.stringify({
        credited: 3,
        refunded: 1,
        unresolved: [{ what: 'taken there, and not paid here', providerId: 'pi_found' }],
      }),
      nova.email,
      [subject, wrongSubject],
    ],
  )
  await enterAs(page, 'admin')
  await goTo(page, 'Platform Health', hands)
  const part = page.getByRole('region', { name: 'Restore' })
  const held = part.getByRole('list', { name: 'Held for a decision' })

  await test.step('what was found, and what waits, is named', async () => {
    await expect(part.getByText('Payments credited', { exact: true }).locator('..')).toContainText('3')
    await expect(part.getByRole('list', { name: 'Payments to put right by hand' })).toContainText('pi_found')
    await expect(held.getByRole('listitem')).toHaveCount(2)
    await expect(held.getByRole('listitem').filter({ hasText: subject })).toContainText(nova.email)
    expect(await inspectOnTheWay(page)).toEqual([])
  })

  await test.step('what is not to be sent goes away, and never is', async () => {
    await hands.press(held.getByRole('button', { name: `Do not send: ${wrongSubject}` }))
    await expect(held.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('what is to be sent is asked about first, and then arrives', async () => {
    const send = held.getByRole('button', { name: `Send them: ${subject}` })
    const question = page.getByRole('dialog', { name: 'Send what may have been sent?' })
    await hands.press(send)
    await expect(question).toContainText('Whoever has it already gets it twice.')
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.dismiss(question)
    await expect(send).toBeFocused()
    await hands.press(send)
    await hands.press(question.getByRole('button', { name: 'Send Them' }))
    await expect(held).toBeHidden()
    const arrived = async () =>
      (await readMessages(page.request, nova.email)).map((message) => message.subject)
    await expect.poll(arrived, { timeout: 20_000 }).toEqual([subject])
  })
  expect(behind.take()).toEqual([])
})

test('a consumer is told at the next visit that a sign costs more, and ends it by one press @phone', async ({
  page,
}, info) => {
  const hands = ownHands()
  const behind = watchPage(page)
  // One for each project, which may share a product.
  const sign = info.project.name === 'phone' ? 'Libra' : 'Virgo'
  const nova = await welcome(page, sign)
  await buyQuietly(page.request, 'Season')
  await page.goto('/aurora/subscriptions')
  await subscribe(page, sign, ['Email'])

  await test.step('the admin raises the cost', async () => {
    await enterAs(page, 'admin')
    await hands.press(page.getByRole('button', { name: 'View Aurora Astrology' }))
    await hands.press(page.getByRole('tab', { name: 'Category' }))
    await hands.press(page.getByRole('button', { name: `Edit ${sign}` }))
    const dialog = page.getByRole('dialog', { name: 'Edit Category' })
    const tokens = dialog.getByLabel('Email Tokens')
    await hands.enter(tokens, String(Number(await tokens.inputValue()) + 1))
    await hands.press(dialog.getByRole('button', { name: 'Save' }))
    await expect(toast(page, 'Category updated successfully.')).toBeVisible()
  })

  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  await page.goto('/aurora/dashboard')
  const words = new RegExp(`^${sign} costs more: by email \\d+ tokens, until now \\d+\\.`)
  await test.step('every screen says it, and leads to where it is answered', async () => {
    const bar = page.getByRole('status').filter({ hasText: words })
    await expect(bar).toBeVisible()
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(bar.getByRole('link', { name: 'Keep or End It' }))
    await expect(page).toHaveURL('/aurora/subscriptions')
  })

  await test.step('one press ends it', async () => {
    const risen = page.getByRole('list', { name: 'Costs that rose' })
    await expect(risen.getByRole('listitem')).toContainText(words)
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(risen.getByRole('button', { name: `End ${sign}` }))
    await expect(toast(page, 'Unsubscribed successfully.')).toBeVisible()
    await expect(risen).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
  })
  expect(behind.take()).toEqual([])
})
