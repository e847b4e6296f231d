import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'

/** Cards of the provider's test world. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0025 0000 3155',
  incomplete: '4242 4242 4242',
} as const

/** Chooses a package from the list of packages. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await card.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible()
}

/** A field of the provider's frame: `Card number`, `Expiry`, `CVC`, `Name on card`. */
export function cardField(page: Page, label: string): Locator {
  return page.getByTitle('Card details').contentFrame().getByLabel(label)
}

/** What the provider's frame says of a field. */
export function cardError(page: Page, words: string): Locator {
  return page.getByTitle('Card details').contentFrame().getByText(words)
}

/** Fills all four fields. */
export async function fillCard(page: Page, number: string, name: string): Promise<void> {
  await cardField(page, 'Card number').fill(number)
  await cardField(page, 'Expiry').fill('12 / 34')
  await cardField(page, 'CVC').fill('123')
  await cardField(page, 'Name on card').fill(name)
}

/** How many entries of the browser's history are none of the app's own: Back would lead to nothing there. */
const strayEntries = (page: Page) => page.evaluate(() => history.length - Number(history.state?.idx))

/** Answers the bank's question, which leaves nothing behind where Back could lead. */
export async function answerBank(page: Page, answer: 'Approve' | 'Fail'): Promise<void> {
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
  const before = await strayEntries(page)
  await bank.getByTitle('Your bank').contentFrame().getByRole('button', { name: answer }).click()
  await expect(bank).toBeHidden()
  expect(await strayEntries(page)).toBe(before)
}

interface Capture {
  id: string
  kind: 'capture' | 'refund'
  /** Dollars. */
  amount: number
  status: string
  metadata: Record<string, string>
}

/** The money that the provider took from a consumer, newest first. */
export async function readCaptures(request: APIRequestContext, consumerId: number): Promise<Capture[]> {
  const answer = await request.get('/sandbox/payments')
  const { data } = (await answer.json()) as { data: Capture[] }
  return data.filter(({ metadata, kind }) => kind === 'capture' && metadata.consumerId === String(consumerId))
}

interface Receipt {
  packageName: string
  numberOfTokens: number
  /** Dollars. */
  amount: number
  paymentReference: string
}

interface OwnUser {
  id: number
  email: string
  tokenBalance: number
}

/** Who is signed in, by the session of a page's own calls. */
export async function readOwnUser(request: APIRequestContext): Promise<OwnUser> {
  return (await (await request.get('/v1/token-validity')).json()) as OwnUser
}

/** The consumer's own purchases with the provider's reference of each, newest first. */
export async function readReceipts(request: APIRequestContext, consumerId: number): Promise<Receipt[]> {
  const purchases = `/v1/customers/aurora/consumers/${consumerId}/purchases`
  const { data } = (await (await request.get(purchases)).json()) as { data: { id: number }[] }
  return await Promise.all(
    data.map(async ({ id }) => (await (await request.get(`${purchases}/${id}`)).json()) as Receipt),
  )
}
