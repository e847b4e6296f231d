import { expect, test } from 'playwright/test'
import { openSession } from './steps/accounts.ts'
import { inspectScreen } from './steps/inspect.ts'
import { openCategory } from './steps/operator.ts'
import { demoPassword } from './steps/people.ts'

const text = {
  id: 41,
  messageName: 'Half the list',
  textContent: 'Cross out half of the list.',
  disburseDateTime: '2026-01-06T12:00:00.000Z',
  status: 'sent',
  deliveries: { failed: 2, unknown: 23, heldUntil: null },
}

const fate = (name: string, reasons: { reason: string; words: string; count: number }[]) => ({
  fate: name,
  count: reasons.reduce((sum, { count }) => sum + count, 0),
  reasons,
})
const unconfirmed = 'The mail host did not confirm that it accepted it.'

const report = {
  recipients: 40,
  messages: 61,
  heldUntil: { firstDateTime: '2026-01-06T13:00:00.000Z', lastDateTime: '2026-01-06T16:00:00.000Z' },
  tokensTaken: 57,
  tokensReturned: 2,
  fates: [
    fate('waiting', []),
    fate('held', [{ reason: 'quiet-hours', words: 'It is quiet hours where the consumer lives.', count: 1 }]),
    fate('sent', [{ reason: 'email-taken', words: 'The mail host accepted it.', count: 11 }]),
    fate('delivered', [{ reason: 'arrived', words: 'The carrier reported that it arrived.', count: 20 }]),
    fate('failed', [
      { reason: 'unreachable', words: 'The phone was off or out of reach.', count: 1 },
      { reason: 'not-in-use', words: 'The number is not in use.', count: 1 },
    ]),
    fate('skipped', [
      { reason: 'insufficient-tokens', words: 'The consumer did not have enough tokens.', count: 4 },
    ]),
    fate('unknown', [{ reason: 'mail-unconfirmed', words: unconfirmed, count: 23 }]),
  ],
}

const rows = Array.from({ length: 23 }, (_, index) => ({
  id: index + 1,
  username: `reader.${index + 1}`,
  fullName: `Reader Number ${index + 1}`,
  messages: [
    {
      medium: index % 2 === 0 ? 'sms' : 'email',
      recipient: index % 2 === 0 ? '+1******0142' : 'r****r@mail.example',
      fate: 'unknown',
      dateTime: '2026-01-06T12:00:02.000Z',
      reason: unconfirmed,
      tokensTaken: 1,
      tokensReturned: 0,
    },
  ],
}))

test('an operator sees what became of a sent text, and which messages nobody knows the fate of', async ({
  page,
}) => {
  expect(await openSession(page.request, 'aurora-ops', demoPassword)).toBe(true)
  await page.route(/\/short-text\?/, (route) =>
    route.fulfill({ json: { totalItems: 1, totalPages: 1, currentPage: 1, data: [text] } }),
  )
  await page.route(/\/short-text\/41\/deliveries\?/, (route) => {
    const query = new URL(route.request().url()).searchParams
    expect(query.get('state')).toBe('unknown')
    const [currentPage, itemPerPage] = [Number(query.get('page')), Number(query.get('itemPerPage'))]
    const data = rows.slice((currentPage - 1) * itemPerPage, currentPage * itemPerPage)
    const totalPages = Math.ceil(rows.length / itemPerPage)
    return route.fulfill({ json: { totalItems: rows.length, totalPages, currentPage, data } })
  })
  await page.route(/\/short-text\/41\/report$/, (route) => route.fulfill({ json: report }))
  await page.goto('/aurora/customer/categories')
  await openCategory(page, 'Leo')
  await page.getByRole('tab', { name: 'Short Text' }).click()
  await page.getByText('Sent', { exact: true }).click()
  await page.getByRole('button', { name: 'Half the list 2 failed 23 unknown' }).click()
  const dialog = page.getByRole('dialog', { name: 'Half the list' })
  await expect(dialog.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(dialog).toContainText('To 40 subscribers by 61 messages for 57 Tokens, 2 returned')
  await expect(dialog.getByRole('button', { name: /^Held 1/ })).toContainText('until Jan 6, 2026 11:00')
  expect(await inspectScreen(page)).toEqual([])

  const unknown = dialog.getByRole('button', { name: 'Unknown 23 Tokens kept' })
  await unknown.click()
  const opened = page.getByRole('dialog', { name: 'Unknown' })
  await expect(opened).toContainText(
    'We could not find out what became of these. They keep their token and are never sent again automatically.',
  )
  const table = opened.getByRole('table', { name: 'Unknown' })
  await expect(table.getByRole('row', { name: /^Reader Number 1 / })).toBeVisible()
  await opened.getByRole('button', { name: 'Next page' }).click()
  await expect(table.getByRole('row', { name: /^Reader Number 23 / })).toBeVisible()
  expect(await inspectScreen(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(unknown).toBeFocused()
})
