import sharp from 'sharp'
import type { TestClient, TestResponse } from './client.ts'
import { testPassword, unique } from './factories.ts'

/** What the admin types of a new customer; no other test has its names. */
export function customerFields(values: Record<string, string> = {}): Record<string, string> {
  const name = unique('nova')
  return {
    fullName: 'Nova Person',
    username: name,
    email: `${name}@mail.example`,
    contactNumber: '(617) 555-0134',
    companyName: `Nova ${name}`,
    url: name,
    details: 'Readings for the twelve signs.',
    thresholdToken: '2',
    timeZone: 'America/Denver',
    password: testPassword,
    confirmPassword: testPassword,
    ...values,
  }
}

/** A picture of one color, as it is chosen for a logo. */
export function logoPicture(color = '#7a4a12', size = { width: 300, height: 300 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: color } })
    .png()
    .toBuffer()
}

interface Sending {
  logo?: Buffer
  key?: string
}

const asFile = (content: Buffer) => ({ field: 'companyLogo', name: 'logo.png', type: 'image/png', content })

/** Makes a customer as the wizard's first step does. */
export async function addCustomer(
  admin: TestClient,
  fields: Record<string, string>,
  { logo, key }: Sending = {},
): Promise<TestResponse> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return admin.upload('/v1/admin/customer', fields, asFile(logo ?? (await logoPicture())), { headers })
}

/** Saves a customer with another logo. */
export function changeCustomer(
  admin: TestClient,
  customerId: number,
  fields: Record<string, string>,
  logo: Buffer,
): Promise<TestResponse> {
  return admin.upload(`/v1/admin/customer/${customerId}`, fields, asFile(logo), { method: 'PUT' })
}
