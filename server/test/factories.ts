import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Deps } from '../src/deps.ts'
import { foldUsername } from '../src/features/identity/index.ts'
import { openWallet, postEntry } from '../src/features/ledger/index.ts'

export const testPassword = 'almanac-test'
let cheapHash: Promise<string> | undefined

/** The test password's hash, checked in no time: most tests sign somebody in, and few are about that. */
function hashCheaply(): Promise<string> {
  cheapHash ??= hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return cheapHash
}

/** A short word no other test has. */
export function unique(prefix: string): string {
  return `${prefix}${randomBytes(4).toString('hex')}`
}

export interface MadeTenant {
  id: number
  url: string
  categoryId: number
}

interface UserValues {
  smsPhoneNumber?: string | null
  timeZone?: string
  isEmailVerified?: boolean
  /** As the product hashes it, where the time that its check takes matters. */
  passwordHash?: string
}

export interface MadeUser {
  id: number
  tenantId: number
  username: string
  email: string
}

/** Parents of everything: each test makes its own and counts no global rows. */
export function makeFactories({ db }: Pick<Deps, 'db'>) {
  async function tenant(values: { thresholdToken?: number; timeZone?: string } = {}): Promise<MadeTenant> {
    const url = unique('t-')
    const { id } = await db.reader
      .insertInto('tenants')
      .values({
        url,
        companyName: `Company ${url}`,
        details: 'Readings for the twelve signs.',
        supportEmail: `support@${url}.example`,
        timeZone: values.timeZone ?? 'America/New_York',
        thresholdToken: values.thresholdToken ?? 2,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, url, categoryId: await category(id) }
  }

  async function category(
    tenantId: number,
    values: { name?: string; audioTokens?: number; smsTokens?: number; emailTokens?: number } = {},
  ): Promise<number> {
    const { id } = await db.reader
      .insertInto('categories')
      .values({ tenantId, name: values.name ?? unique('Sign '), sortOrder: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.reader
      .insertInto('categoryMediums')
      .values([
        { tenantId, categoryId: id, name: 'audio', numberOfTokens: values.audioTokens ?? 7 },
        { tenantId, categoryId: id, name: 'sms', numberOfTokens: values.smsTokens ?? 1 },
        { tenantId, categoryId: id, name: 'email', numberOfTokens: values.emailTokens ?? 1 },
      ])
      .execute()
    return id
  }

  async function user(
    role: 'consumer' | 'customer',
    of: MadeTenant,
    values: UserValues = {},
  ): Promise<MadeUser> {
    const username = unique('u')
    const email = `${username}@mail.example`
    const { id } = await db.reader
      .insertInto('users')
      .values({
        tenantId: of.id,
        role,
        username,
        usernameKey: foldUsername(username),
        email,
        fullName: 'Testa Person',
        isEmailVerified: values.isEmailVerified ?? true,
        contactNumber: '+1 617 555 0100',
        smsPhoneNumber: values.smsPhoneNumber ?? null,
        passwordHash: values.passwordHash ?? (await hashCheaply()),
        timeZone: values.timeZone ?? 'America/New_York',
        defaultCategoryId: role === 'consumer' ? of.categoryId : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, tenantId: of.id, username, email }
  }

  async function consumer(of: MadeTenant, values: { tokens?: number } & UserValues = {}): Promise<MadeUser> {
    const made = await user('consumer', of, values)
    await db.transact((tx) => openWallet(tx, of.id, made.id))
    if (values.tokens) await grant(made, values.tokens)
    return made
  }

  /** Gives tokens as an admin would. */
  async function grant(to: MadeUser, tokens: number): Promise<void> {
    await db.transact((tx) =>
      postEntry(tx, {
        tenantId: to.tenantId,
        consumerId: to.id,
        creditTokens: tokens,
        kind: 'admin',
        reference: unique('test-grant:'),
        description: 'Tokens added',
        actor: 'system',
      }),
    )
  }

  /** A package on sale; the price in cents. */
  async function tokenPackage(
    of: MadeTenant,
    values: { priceCents?: number; numberOfTokens?: number } = {},
  ): Promise<number> {
    const { id } = await db.reader
      .insertInto('packages')
      .values({
        tenantId: of.id,
        name: unique('Package '),
        priceCents: values.priceCents ?? 2_520,
        numberOfTokens: values.numberOfTokens ?? 28,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** A reading on sale at its category's price; of no recording. */
  async function reading(of: MadeTenant, categoryId = of.categoryId): Promise<number> {
    const fileName = `${unique('reading-')}.mp3`
    const { id } = await db.reader
      .insertInto('audios')
      .values({
        tenantId: of.id,
        categoryId,
        name: 'A reading',
        fileName,
        fileKey: `${of.id}/audio/${fileName}`,
        sizeBytes: 1,
        durationSeconds: 240,
        startsAt: new Date('2026-01-01T00:00:00Z'),
        endsAt: new Date('2096-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function admin(): Promise<{ id: number; username: string }> {
    const username = unique('adm')
    const { id } = await db.reader
      .insertInto('users')
      .values({
        tenantId: null,
        role: 'admin',
        username,
        usernameKey: foldUsername(username),
        email: `${username}@mail.example`,
        fullName: 'Admina Person',
        isEmailVerified: true,
        passwordHash: await hashCheaply(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, username }
  }

  return {
    tenant,
    category,
    consumer,
    operator: (of: MadeTenant) => user('customer', of),
    admin,
    grant,
    tokenPackage,
    reading,
  }
}
