import sharp from 'sharp'
import type { TestResponse } from './client.ts'
import { type MadeTenant, unique } from './factories.ts'
import type { TestApp } from './harness.ts'

/** A drawing that a category can have as its logo. */
export const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
)

/** A picture that a package can have as its logo. */
export const picture = await sharp({
  create: { width: 400, height: 400, channels: 3, background: 'navy' },
})
  .png()
  .toBuffer()

interface Sent {
  /** Null sends none. */
  logo?: Buffer | null
  key?: string
}

export interface AuditRow {
  action: string
  actorUserId: number
  tenantId: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What an admin does to the categories and packages of a running app. */
export async function catalogueOf(app: TestApp) {
  const admin = await app.make.admin()
  const client = await app.signIn(admin.username, null)

  const send =
    (path: string, field: string, named: { name: string; type: string; content: Buffer }) =>
    (
      method: 'POST' | 'PUT',
      fields: Record<string, unknown>,
      { logo, key }: Sent = {},
    ): Promise<TestResponse> => {
      const texts = Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ])
      const content = logo === undefined ? named.content : logo
      const file = content && { ...named, field, content }
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      return client.upload(path, Object.fromEntries(texts), file, { method, headers })
    }
  const toCategory = (path: string) =>
    send(path, 'categoryLogo', { name: 'logo.svg', type: 'image/svg+xml', content: drawing })
  const toPackage = (path: string) =>
    send(path, 'packageLogo', { name: 'logo.png', type: 'image/png', content: picture })

  const categoryFields = (tenant: MadeTenant, changes: Record<string, unknown> = {}) => ({
    name: unique('Sign '),
    sortOrder: 13,
    customerId: tenant.id,
    deliveryMedium: mediums(7, 1, 1),
    ...changes,
  })
  const packageFields = (tenant: MadeTenant, changes: Record<string, unknown> = {}) => ({
    name: unique('Package '),
    price: '25.20',
    numberOfTokens: 28,
    isAutoRenewable: true,
    autoRenewPrice: '22.40',
    customerId: tenant.id,
    ...changes,
  })

  return {
    admin,
    client,
    categoryFields,
    packageFields,
    addCategory: (tenant: MadeTenant, changes: Record<string, unknown> = {}, sent: Sent = {}) =>
      toCategory('/v1/admin/consumer-category')('POST', categoryFields(tenant, changes), sent),
    /** Keeps the logo unless another is given. */
    updateCategory: (id: number, tenant: MadeTenant, changes: Record<string, unknown>, sent: Sent = {}) =>
      toCategory(`/v1/admin/consumer-category/${id}`)('PUT', categoryFields(tenant, changes), {
        logo: null,
        ...sent,
      }),
    deleteCategory: (id: number) => client.delete(`/v1/admin/consumer-category/${id}`),
    addPackage: (tenant: MadeTenant, changes: Record<string, unknown> = {}, sent: Sent = {}) =>
      toPackage('/v1/admin/package')('POST', packageFields(tenant, changes), sent),
    updatePackage: (id: number, tenant: MadeTenant, changes: Record<string, unknown>, sent: Sent = {}) =>
      toPackage(`/v1/admin/package/${id}`)('PUT', packageFields(tenant, changes), { logo: null, ...sent }),
    deletePackage: (id: number) => client.delete(`/v1/admin/package/${id}`),
    /** What was written down of a category or package, oldest first. */
    audits: async (subject: string): Promise<AuditRow[]> => {
      const rows = await app.query<AuditRow>(
        `select action, actor_user_id, tenant_id, before, after from audit_entries where subject = '${subject}' order by id`,
      )
      return rows
    },
    /** All audit rows of a tenant. */
    auditCount: async (tenant: MadeTenant): Promise<number> => {
      const [row] = await app.query<{ count: number }>(
        `select count(*) as count from audit_entries where tenant_id = ${tenant.id}`,
      )
      return row?.count ?? 0
    },
    /** How many pictures a tenant has stored. */
    imageCount: async (tenant: MadeTenant): Promise<number> => {
      const [row] = await app.query<{ count: number }>(
        `select count(*) as count from images where tenant_id = ${tenant.id}`,
      )
      return row?.count ?? 0
    },
    /** Letters to somebody, oldest first. */
    lettersTo: (email: string) =>
      app.query<{ subject: string; text: string }>(
        `select subject, text from outbox_messages where recipient = '${email}' order by id`,
      ),
  }
}

/** All three mediums as a form sends them; null is one that is switched off. */
export function mediums(audio: number, sms: number | null, email: number | null) {
  return [
    { name: 'audio', numberOfTokens: audio, isDisable: false },
    { name: 'sms', numberOfTokens: sms ?? 0, isDisable: sms === null },
    { name: 'email', numberOfTokens: email ?? 0, isDisable: email === null },
  ]
}
