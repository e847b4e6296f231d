import { type APIRequestContext, expect } from 'playwright/test'
import { receiveCode } from './inbox.ts'
import type { Person } from './people.ts'

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

async function csrfHeader(request: APIRequestContext): Promise<Record<string, string>> {
  const { cookies } = await request.storageState()
  return { 'x-xsrf-token': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '' }
}
