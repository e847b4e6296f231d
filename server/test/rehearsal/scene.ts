import { randomUUID } from 'node:crypto'
import type { Deps } from '../../src/deps.ts'
import { postEntry, readBalance } from '../../src/features/ledger/index.ts'
import type { MadeTenant, MadeUser, makeFactories } from '../factories.ts'
import { setPresent } from '../present.ts'
import type { DrawnChange, DrawnConsumer, DrawnWorld } from './worlds.ts'

/** Where worlds are made: an app's database whose clock nothing else looks at meanwhile. */
export interface Stageplace {
  deps: Deps
  databaseUrl: string
  make: ReturnType<typeof makeFactories>
}

export interface Scene extends Stageplace {
  tenant: MadeTenant
  startsAt: Date
  categoryIds: number[]
  consumers: (MadeUser & { drawn: DrawnConsumer })[]
  textIds: number[]
}

let lastNumber = 2_000_000

/** A number that nobody else has. */
function numberOf(kind: DrawnConsumer['number']): string | null {
  lastNumber += 1
  if (kind === 'none') return null
  return kind === 'us' ? `+1617${lastNumber}` : `+1416${lastNumber}`
}

export const pick = <Value>(values: readonly Value[], which: number): Value => {
  const value = values[which % values.length]
  if (value === undefined) throw new Error('There is nothing to pick from')
  return value
}

export const at = (startsAt: Date, minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)

/** Makes the tenant with all that was drawn, at the moment of its rehearsal. */
export async function openScene(place: Stageplace, drawn: DrawnWorld): Promise<Scene> {
  const { make, databaseUrl, deps } = place
  const { startsAt } = drawn
  await setPresent(databaseUrl, startsAt)
  const { reader } = deps.db
  const tenant = await make.tenant()
  const categoryIds: number[] = []
  for (const { sms, email } of drawn.categories) {
    const id = await make.category(tenant.id, { smsTokens: sms ?? 1, emailTokens: email ?? 1 })
    const off = [...(sms === null ? ['sms' as const] : []), ...(email === null ? ['email' as const] : [])]
    for (const name of off)
      await reader
        .updateTable('categoryMediums')
        .set({ isDisable: true })
        .where('categoryId', '=', id)
        .where('name', '=', name)
        .execute()
    categoryIds.push(id)
  }
  const scene: Scene = { make, databaseUrl, deps, tenant, startsAt, categoryIds, consumers: [], textIds: [] }
  for (const one of drawn.consumers) scene.consumers.push(await addConsumer(scene, one))
  for (const { category, atMinutes } of drawn.texts) {
    const { id } = await reader
      .insertInto('shortTexts')
      .values({
        tenantId: tenant.id,
        categoryId: pick(categoryIds, category),
        messageName: 'A text',
        textContent: `A text ${randomUUID()}`,
        disburseAt: at(startsAt, atMinutes),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    scene.textIds.push(id)
  }
  return scene
}

async function addConsumer(scene: Scene, drawn: DrawnConsumer): Promise<Scene['consumers'][number]> {
  const { make, tenant, deps, startsAt } = scene
  const { tokens, timeZone, isEmailVerified } = drawn
  const smsPhoneNumber = numberOf(drawn.number)
  const made = await make.consumer(tenant, { tokens, timeZone, isEmailVerified, smsPhoneNumber })
  if (drawn.isOptedOut)
    await deps.db.reader
      .updateTable('users')
      .set({ smsOptedOutAt: startsAt })
      .where('id', '=', made.id)
      .execute()
  for (const { category, mediums, sinceMinutes } of drawn.choices)
    await subscribe(scene, made, { category, mediums, createdAt: at(startsAt, sinceMinutes) })
  return { ...made, drawn }
}

async function subscribe(
  { deps, tenant, categoryIds }: Scene,
  { id: consumerId }: MadeUser,
  choice: { category: number; mediums: ('sms' | 'email')[]; createdAt: Date },
): Promise<void> {
  const categoryId = pick(categoryIds, choice.category)
  const { createdAt } = choice
  await deps.db.reader
    .insertInto('subscriptions')
    .values(
      choice.mediums.map((medium) => ({ tenantId: tenant.id, consumerId, categoryId, medium, createdAt })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Has something happen that nobody rehearsed. @returns the consumers whom it may concern. */
export async function bringAbout(scene: Scene, change: DrawnChange): Promise<number[]> {
  const { consumers, deps, categoryIds, textIds, startsAt } = scene
  const { reader } = deps.db
  const consumer = pick(consumers, change.which)
  const user = reader.updateTable('users').where('id', '=', consumer.id)
  const present = at(startsAt, change.atMinutes)
  if (change.kind === 'top-up') await post(scene, consumer, change.tokens)
  if (change.kind === 'spend') {
    const balance = await readBalance(reader, consumer.tenantId, consumer.id)
    if (balance > 0) await post(scene, consumer, -Math.min(balance, change.tokens))
  }
  if (change.kind === 'stop') await user.set({ smsOptedOutAt: present }).execute()
  if (change.kind === 'start') await user.set({ smsOptedOutAt: null }).execute()
  if (change.kind === 'zone') await user.set({ timeZone: 'Pacific/Honolulu' }).execute()
  if (change.kind === 'verify') await user.set({ isEmailVerified: true }).execute()
  if (change.kind === 'unsubscribe')
    await reader.deleteFrom('subscriptions').where('consumerId', '=', consumer.id).execute()
  if (change.kind === 'subscribe')
    await subscribe(scene, consumer, {
      category: change.tokens,
      mediums: ['sms', 'email'],
      createdAt: present,
    })
  if (change.kind === 'cancel-text') {
    await reader
      .updateTable('shortTexts')
      .set({ state: 'cancelled', deletedAt: present })
      .where('id', '=', pick(textIds, change.which))
      .where('state', '=', 'scheduled')
      .execute()
    return consumers.map(({ id }) => id)
  }
  if (change.kind === 'cost') {
    await reader
      .updateTable('categoryMediums')
      .set({ numberOfTokens: change.tokens })
      .where('categoryId', '=', pick(categoryIds, change.which))
      .where('name', '!=', 'audio')
      .execute()
    return consumers.map(({ id }) => id)
  }
  return [consumer.id]
}

async function post({ deps }: Scene, owner: MadeUser, tokens: number): Promise<void> {
  await deps.db.transact((tx) =>
    postEntry(tx, {
      tenantId: owner.tenantId,
      consumerId: owner.id,
      ...(tokens > 0 ? { creditTokens: tokens } : { debitTokens: -tokens }),
      kind: 'admin',
      reference: `test:${randomUUID()}`,
      description: 'Tokens edited',
      actor: 'system',
    }),
  )
}
