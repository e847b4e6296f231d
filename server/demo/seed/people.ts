import { consentWording } from '@almanac/contract/consent'
import type { Deps } from '../../src/deps.ts'
import { foldUsername, hashPassword } from '../../src/features/identity/index.ts'
import type { SignName } from '../content/categories.ts'
import type { HistoryConsumer } from '../content/history/consumer.ts'
import { HISTORY_CONSUMERS } from '../content/history.ts'
import { ADMIN, CONSUMERS, DEMO_PASSWORD, OPERATORS } from '../content/users.ts'
import type { DemoTenant } from './tenants.ts'

export interface DemoConsumer {
  id: number
  tenant: DemoTenant
  username: string
  email: string
  sign: SignName
  smsPhoneNumber: string | null
  subscribedMediums: readonly ('sms' | 'email')[]
  /** The balance it must end with; null where the history decides. */
  finalBalance: number | null
}

const historyDays = 95
const dayMs = 86_400_000

/** The admin, the operators, the consumers a newcomer logs in as, and those behind the reports. */
export async function seedPeople(
  deps: Deps,
  tenants: readonly DemoTenant[],
  now: Date,
): Promise<DemoConsumer[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const since = new Date(now.getTime() - historyDays * dayMs)
  const common = { passwordHash, isEmailVerified: true, createdAt: since, passwordUpdatedAt: since }
  await deps.db.reader
    .insertInto('users')
    .values({ ...common, ...ADMIN, usernameKey: foldUsername(ADMIN.username), tenantId: null, role: 'admin' })
    .execute()
  for (const { tenantSlug, ...operator } of OPERATORS) {
    const tenantId = tenantOf(tenants, tenantSlug).id
    await deps.db.reader
      .insertInto('users')
      .values({
        ...common,
        ...operator,
        usernameKey: foldUsername(operator.username),
        tenantId,
        role: 'customer',
      })
      .execute()
  }
  const consumers: DemoConsumer[] = []
  for (const demo of CONSUMERS) {
    const { tenantSlug, defaultCategory, tokenBalance, smsPhoneNumber, hasSavedCard: _, ...person } = demo
    const base = { tenant: tenantOf(tenants, tenantSlug), sign: defaultCategory, smsPhoneNumber }
    const id = await addConsumer(deps, base, { ...common, ...person })
    const { username, email } = person
    consumers.push({ ...base, id, username, email, subscribedMediums: [], finalBalance: tokenBalance })
  }
  for (const tenant of tenants) {
    for (const demo of HISTORY_CONSUMERS[tenant.url])
      consumers.push(await addHistoryConsumer(deps, tenant, demo, common))
  }
  return consumers
}

function tenantOf(tenants: readonly DemoTenant[], slug: string): DemoTenant {
  const tenant = tenants.find(({ url }) => url === slug)
  if (!tenant) throw new Error(`${slug} is missing`)
  return tenant
}

interface Person {
  username: string
  fullName: string
  email: string
  contactNumber: string
  timeZone: string
  passwordHash: string
  isEmailVerified: boolean
  createdAt: Date
  passwordUpdatedAt: Date
}

async function addConsumer(
  { db }: Deps,
  base: { tenant: DemoTenant; sign: SignName; smsPhoneNumber: string | null },
  person: Person,
): Promise<number> {
  const tenantId = base.tenant.id
  const { id } = await db.reader
    .insertInto('users')
    .values({
      ...person,
      usernameKey: foldUsername(person.username),
      tenantId,
      role: 'consumer',
      smsPhoneNumber: base.smsPhoneNumber,
      defaultCategoryId: base.tenant.categoryIds.get(base.sign) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.reader.insertInto('wallets').values({ tenantId, consumerId: id }).execute()
  return id
}

interface Subscribed {
  tenantId: number
  consumerId: number
  categoryId: number
  medium: 'sms' | 'email'
}

/** What they were shown when they subscribed, as the screen keeps it. */
async function addConsents(
  { db }: Deps,
  { companyName }: DemoTenant,
  rows: readonly Subscribed[],
  person: { sign: SignName; email: string; smsPhoneNumber: string | null; since: Date },
): Promise<void> {
  const values = rows.map((row) => ({
    ...row,
    ...{ act: 'given' as const, source: 'screen' as const, ipAddress: '192.0.2.44', createdAt: person.since },
    recipient: row.medium === 'sms' ? (person.smsPhoneNumber ?? '') : person.email,
    wording: consentWording(row.medium, { companyName, categoryName: person.sign }),
  }))
  await db.reader.insertInto('consents').values(values).execute()
}

async function addHistoryConsumer(
  deps: Deps,
  tenant: DemoTenant,
  demo: HistoryConsumer,
  common: Omit<Person, 'username' | 'fullName' | 'email' | 'contactNumber' | 'timeZone'>,
): Promise<DemoConsumer> {
  const { sign, subscribedMediums, ...person } = demo
  const smsPhoneNumber = subscribedMediums.includes('sms') ? demo.contactNumber : null
  const id = await addConsumer(deps, { tenant, sign, smsPhoneNumber }, { ...common, ...person })
  const categoryId = tenant.categoryIds.get(sign)
  if (categoryId !== undefined && subscribedMediums.length > 0) {
    const rows = subscribedMediums.map((medium) => ({
      tenantId: tenant.id,
      consumerId: id,
      categoryId,
      medium,
    }))
    await deps.db.reader.insertInto('subscriptions').values(rows).execute()
    await addConsents(deps, tenant, rows, {
      sign,
      email: demo.email,
      smsPhoneNumber,
      since: common.createdAt,
    })
  }
  const { username, email } = demo
  return { id, tenant, username, email, sign, smsPhoneNumber, subscribedMediums, finalBalance: null }
}
