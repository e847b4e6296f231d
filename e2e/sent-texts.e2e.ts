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
  deliveries: {
    recipients: 40,
    waiting: 0,
    sent: 31,
    delivered: 20,
    undeliverable: 2,
    skipped: 1,
    unknown: 23,
  },
}

const rows = Array.from({ length: text.deliveries.unknown }, (_, index) => ({
  id: index + 1,
  username: `reader.${index + 1}`,
  fullName: `Reader Number ${index + 1}`,
  medium: index % 2 === 0 ? 'sms' : 'email',
  recipient: index % 2 === 0 ? '+1******0142' : 'r****r@mail.example',
  attemptDateTime: '2026-01-06T12:00:02.000Z',
  reason: 'The mail host did not confirm that it accepted it.',
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
  await page.goto('/aurora/customer/categories')
  await openCategory(page, 'Leo')
  await page.getByRole('tab', { name: 'Short Text' }).click()
  await page.getByText('Sent', { exact: true }).click()
  await page.getByRole('button', { name: 'Half the list 23 unknown' }).click()
  const dialog = page.getByRole('dialog', { name: 'Half the list' })
  await expect(dialog.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(dialog).toContainText('To 40 subscribers')
  await expect(dialog).toContainText(
    'We could not find out what became of these. They keep their token and are never sent again automatically.',
  )
  const table = dialog.getByRole('table', { name: 'Unknown deliveries' })
  await expect(table.getByRole('row', { name: /^Reader Number 1 / })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect(table.getByRole('row', { name: /^Reader Number 23 / })).toBeVisible()
  expect(await inspectScreen(page)).toEqual([])
})
