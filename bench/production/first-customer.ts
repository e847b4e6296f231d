import { setTimeout as wait } from 'node:timers/promises'
import { drawing, picture } from '../../server/test/catalogue.ts'
import type { HttpsClient } from './https-client.ts'

const password = 'a password of the rehearsal'
const timeZone = 'America/New_York'
const person = { fullName: 'Nova Reader', contactNumber: '+1 617 555 0100', timeZone }
const costs = [
  { name: 'audio', numberOfTokens: 7 },
  { name: 'email', numberOfTokens: 1 },
]
const within = { ms: 60_000, everyMs: 250 }

interface Message {
  subject: string
  text: string
}

/**
 * What follows once a deployment stands: the admin makes a customer, a visitor signs up, buys tokens and subscribes, the
 * operator schedules a Sunburst, and it arrives.
 * @returns what was done, and the figures of it
 */
export async function serveFirstCustomer(
  open: () => HttpsClient,
  admin: { username: string; password: string },
): Promise<string[]> {
  const [boss, operator, reader] = [open(), open(), open()]
  const url = 'nova'
  const inTenant = `/v1/customers/${url}`
  try {
    await boss.get(`/v1/customer-details-by-url/${url}`).catch(() => null)
    await boss.send('POST', '/v1/admin/login', { usernameOrEmail: admin.username, password: admin.password })
    const customer = await boss.upload<{ id: number }>(
      '/v1/admin/customer',
      {
        ...person,
        username: 'nova-desk',
        email: 'desk@nova.example',
        companyName: 'Nova Readings',
        details: 'Readings for the twelve signs.',
        thresholdToken: 2,
        url,
        password,
        confirmPassword: password,
      },
      { field: 'companyLogo', name: 'logo.png', type: 'image/png', content: picture },
    )
    const ownedBy = { customerId: customer.id }
    const category = await boss.upload<{ id: number }>(
      '/v1/admin/consumer-category',
      { ...ownedBy, name: 'Aries', sortOrder: 1, deliveryMedium: costs },
      { field: 'categoryLogo', name: 'logo.svg', type: 'image/svg+xml', content: drawing },
    )
    const sold = await boss.upload<{ id: number }>(
      '/v1/admin/package',
      { ...ownedBy, name: 'Four Weeks', price: '25.20', numberOfTokens: 28, isAutoRenewable: false },
      { field: 'packageLogo', name: 'logo.png', type: 'image/png', content: picture },
    )

    await reader.get(`/v1/customer-details-by-url/${url}`)
    const email = 'nova@mail.example'
    await reader.send('POST', `${inTenant}/consumers/signup`, {
      ...person,
      username: 'nova',
      email,
      defaultCategoryId: category.id,
      password,
      confirmPassword: password,
    })
    const code = await messageTo(reader, email, ({ text }) => /\b\d{6}\b/.exec(text)?.[0])
    await reader.send('POST', '/v1/user/shortcode/verify', { username: 'nova', emailToken: code })
    await reader.send('POST', `${inTenant}/login`, { usernameOrEmail: 'nova', password })
    const { id } = await reader.get<{ id: number }>('/v1/token-validity')
    await reader.send('POST', `${inTenant}/consumers/${id}/package/purchase/stripe`, {
      paymentId: 'pm_card_visa',
      packageId: sold.id,
    })
    await reader.send('PUT', `${inTenant}/consumers/${id}/subscription/${category.id}/subscribe`, {
      mediums: ['email'],
    })

    await operator.get(`/v1/customer-details-by-url/${url}`)
    await operator.send('POST', `${inTenant}/login`, { usernameOrEmail: 'nova-desk', password })
    const textContent = 'The first Sunburst of this machine.'
    await operator.send('POST', `${inTenant}/short-text`, {
      consumerCategoryId: category.id,
      shortTextList: [{ messageName: 'First light', textContent, disburseDateTime: localTime(new Date()) }],
    })
    const arrived = await messageTo(reader, email, (message) =>
      message.text.includes(textContent) ? message.subject : undefined,
    )
    const left = await tokensAfterDelivery(reader, `${inTenant}/consumers/${id}/profile`)
    return [
      `28 tokens bought for $25.20 by card, ${left} left after the Sunburst`,
      `the Sunburst delivered by e-mail: ${arrived}`,
    ]
  } finally {
    for (const client of [boss, operator, reader]) client.close()
  }
}

/** What the sandbox has for an address, as soon as there is what is looked for. */
async function messageTo(
  client: HttpsClient,
  address: string,
  look: (message: Message) => string | undefined,
): Promise<string> {
  return until(`a message to ${address}`, async () => {
    const { data } = await client.get<{ data: Message[] }>(
      `/sandbox/messages?to=${encodeURIComponent(address)}`,
    )
    return data.map(look).find((found) => found !== undefined)
  })
}

/** Both what was bought and what the Sunburst cost are booked. */
async function tokensAfterDelivery(client: HttpsClient, path: string): Promise<number> {
  return until('27 tokens', async () => {
    const { tokenBalance } = await client.get<{ tokenBalance: number }>(path)
    return tokenBalance === 27 ? tokenBalance : undefined
  })
}

async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const startedAt = performance.now()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() - startedAt > within.ms) throw new Error(`There was not ${what} within a minute`)
    await wait(within.everyMs)
  }
}

/** As the operator's form sends it, in the tenant's zone. */
function localTime(instant: Date): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  // The minute that has begun may be over before it is read.
  return parts.format(new Date(instant.getTime() + 60_000))
}
