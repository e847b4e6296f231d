import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { readOwnUser } from './buy.ts'
import { receiveCode } from './inbox.ts'
import { inventPerson, type Person } from './people.ts'

/** Signs a person up at Aurora without the screens; the e-mail address is left unverified. */
export async function signUp(request: APIRequestContext, person: Person): Promise<void> {
  const details = await request.get('/v1/customer-details-by-url/aurora')
  const { subscriptionCategory } = (await details.json()) as {
    subscriptionCategory: { id: number; name: string }[]
  }
  const answer = await request.post('/v1/customers/aurora/consumers/signup', {
    headers: await csrfHeader(request),
    data: {
      username: person.username,
      fullName: person.fullName,
      email: person.email,
      contactNumber: person.phoneNumber,
      defaultCategoryId: subscriptionCategory.find(({ name }) => name === person.sign)?.id,
      password: person.password,
      confirmPassword: person.password,
    },
  })
  expect(answer.status()).toBe(201)
}

/** Signs a person up and verifies the address, both without the screens. */
export async function addConsumer(request: APIRequestContext, person: Person): Promise<void> {
  await signUp(request, person)
  const answer = await request.post('/v1/user/shortcode/verify', {
    headers: await csrfHeader(request),
    data: { username: person.username, emailToken: await receiveCode(request, person.email) },
  })
  expect(answer.ok()).toBe(true)
}

/**
 * Signs in without the screens, for the browser that owns the request: at Aurora, at another tenant, or as an `admin`.
 * Answers whether it was let in.
 */
export async function openSession(
  request: APIRequestContext,
  usernameOrEmail: string,
  password: string,
  tenant: string | 'admin' = 'aurora',
): Promise<boolean> {
  const answer = await request.post(
    tenant === 'admin' ? '/v1/admin/login' : `/v1/customers/${tenant}/login`,
    {
      headers: await csrfHeader(request),
      data: { usernameOrEmail, password, rememberMe: false },
    },
  )
  return answer.ok()
}

/** Signs a new consumer of a sign up and in, without the screens. */
export async function welcome(page: Page, sign: string): Promise<Person> {
  const nova = inventPerson(sign)
  await addConsumer(page.request, nova)
  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  return nova
}

/** Lets who is signed in buy a package with a card that is kept as the default, without the screens. */
export async function buyQuietly(request: APIRequestContext, packageName: string): Promise<void> {
  const { id } = await readOwnUser(request)
  const own = `/v1/customers/aurora/consumers/${id}`
  const { packages } = (await (await request.get(`${own}/packages`)).json()) as {
    packages: { id: number; name: string }[]
  }
  const packageId = packages.find(({ name }) => name === packageName)?.id
  const answer = await request.post(`${own}/package/purchase/stripe`, {
    headers: { ...(await csrfHeader(request)), 'idempotency-key': crypto.randomUUID() },
    data: { paymentId: 'pm_card_visa', packageId, saveCardAsDefault: true },
  })
  expect(answer.status()).toBe(201)
}

async function csrfHeader(request: APIRequestContext): Promise<Record<string, string>> {
  let { cookies } = await request.storageState()
  // A browser that has asked for nothing yet gets the token with its first answer.
  if (!cookies.some(({ name }) => name === 'XSRF-TOKEN')) {
    await request.get('/v1/customer-details-by-url/aurora')
    cookies = (await request.storageState()).cookies
  }
  return { 'x-xsrf-token': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
}
