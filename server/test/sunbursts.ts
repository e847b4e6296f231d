import { sql } from 'kysely'
import { releaseDeliveries } from '../src/features/delivery/claim-deliveries.ts'
import { makeTextSweep } from '../src/features/delivery/end-texts.ts'
import { planDueTexts } from '../src/features/delivery/plan-due-texts.ts'
import { deliveryLanes, type SendDeps } from '../src/features/delivery/send-deliveries.ts'
import { drainLane } from '../src/platform/lanes.ts'
import { type MadeTenant, type MadeUser, unique } from './factories.ts'
import type { TestApp } from './harness.ts'
import { setPresent } from './present.ts'

/** Noon in New York on an ordinary day, far from quiet hours and changes of the clocks. */
export const noon = new Date('2026-11-17T17:00:00Z')

let lastNumber = 1_000

/** A US number no other test of the file has; the sandbox delivers to it. */
export function usNumber(): string {
  lastNumber += 1
  return `+1617666${lastNumber}`
}

export interface DeliveryRow {
  id: number
  consumerId: number
  medium: 'sms' | 'email'
  state: string
  tokens: number
  attempts: number
  error: string | null
  providerId: string | null
  sendAfter: Date
}

/** The present of a test's database. */
function makeClock(databaseUrl: string) {
  let present = noon
  let standing: Promise<void> | undefined
  return {
    now: () => present,
    /** Resolves once every process that uses the database has that time. */
    set(instant: Date): Promise<void> {
      present = instant
      standing = (standing ?? Promise.resolve()).then(() => setPresent(databaseUrl, instant))
      return standing
    },
    /** Resolves once it stands where it was set; at noon, where it was not. */
    stands(): Promise<void> {
      return standing ?? this.set(noon)
    },
  }
}

/** The delivery side of a running app, on a clock that stands at noon until it is set. */
export function sunburstsOf(app: TestApp) {
  const clock = makeClock(app.databaseUrl)
  const deps: SendDeps = app.deps
  const { reader } = app.deps.db

  async function text(
    tenant: MadeTenant,
    values: { dueAt?: Date; textContent?: string; messageName?: string } = {},
  ): Promise<number> {
    await clock.stands()
    const { id } = await reader
      .insertInto('shortTexts')
      .values({
        tenantId: tenant.id,
        categoryId: tenant.categoryId,
        messageName: values.messageName ?? 'A slow breakfast',
        textContent: values.textContent ?? unique('Let breakfast take an hour today. '),
        disburseAt: values.dueAt ?? new Date(clock.now().getTime() - 1_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Yesterday, unless another time is given. */
  async function subscribe(
    tenant: MadeTenant,
    consumer: MadeUser,
    mediums: ('sms' | 'email')[] = ['sms', 'email'],
    createdAt = new Date(clock.now().getTime() - 24 * 3_600_000),
  ): Promise<void> {
    await reader
      .insertInto('subscriptions')
      .values(
        mediums.map((medium) => ({
          tenantId: tenant.id,
          consumerId: consumer.id,
          categoryId: tenant.categoryId,
          medium,
          createdAt,
        })),
      )
      .execute()
  }

  /** A subscribed consumer with a number of their own. */
  async function subscriber(
    tenant: MadeTenant,
    values: {
      tokens?: number
      smsPhoneNumber?: string
      timeZone?: string
      mediums?: ('sms' | 'email')[]
      subscribedAt?: Date
    } = {},
  ): Promise<MadeUser & { smsPhoneNumber: string }> {
    const smsPhoneNumber = values.smsPhoneNumber ?? usNumber()
    const consumer = await app.make.consumer(tenant, { tokens: 10, ...values, smsPhoneNumber })
    await subscribe(tenant, consumer, values.mediums, values.subscribedAt)
    return { ...consumer, smsPhoneNumber }
  }

  async function plan(by: SendDeps = deps): Promise<void> {
    await clock.stands()
    while ((await planDueTexts(by)) > 0);
  }

  /** All that is due, by both lanes at once. */
  async function send(by: SendDeps = deps): Promise<void> {
    await clock.stands()
    while ((await releaseDeliveries(by.db, [])) > 0);
    await Promise.all(deliveryLanes(by).map((lane) => drainLane(lane, by.log)))
    await makeTextSweep(by.db)()
  }

  async function deliveries(textId: number): Promise<DeliveryRow[]> {
    return reader
      .selectFrom('deliveries')
      .select([
        'id',
        'consumerId',
        'medium',
        'state',
        'tokens',
        'attempts',
        'error',
        'providerId',
        'sendAfter',
      ])
      .where('textId', '=', textId)
      .orderBy('consumerId')
      .orderBy('medium', 'desc')
      .execute()
  }

  /** `sms:sent`, `email:skipped insufficient-tokens` ... */
  async function fates(textId: number): Promise<string[]> {
    const rows = await deliveries(textId)
    return rows.map(({ medium, state, error }) => `${medium}:${state}${error ? ` ${error}` : ''}`)
  }

  async function textState(textId: number): Promise<string> {
    const row = await reader
      .selectFrom('shortTexts')
      .select('state')
      .where('id', '=', textId)
      .executeTakeFirst()
    return row?.state ?? 'gone'
  }

  async function balanceOf(consumer: { id: number }): Promise<number> {
    const wallet = await reader
      .selectFrom('wallets')
      .select('balance')
      .where('consumerId', '=', consumer.id)
      .executeTakeFirstOrThrow()
    return wallet.balance
  }

  /** Ledger rows about Sunbursts of a consumer, as `-1 sunburst` or `+1 sunburst-return`. */
  async function entries(consumer: { id: number }): Promise<string[]> {
    const rows = await reader
      .selectFrom('ledgerEntries')
      .select(['debit', 'credit', 'kind'])
      .where('consumerId', '=', consumer.id)
      .where('kind', 'in', ['sunburst', 'sunburst-return'])
      .orderBy('id')
      .execute()
    return rows.map(({ debit, credit, kind }) => `${debit ? `-${debit}` : `+${credit}`} ${kind}`)
  }

  /** Makes claims as old as those of a worker that died some time ago. */
  async function ageClaims(textId: number): Promise<void> {
    await sql`
      update deliveries set claimed_at = present() - interval '10 minutes', next_look_at = null where text_id = ${textId}
    `.execute(reader)
  }

  return {
    clock,
    deps,
    text,
    subscribe,
    subscriber,
    plan,
    send,
    deliveries,
    fates,
    textState,
    balanceOf,
    entries,
    ageClaims,
  }
}

interface ProviderState {
  twilio: {
    messages: { sid: string; to: string; body: string; status: string; validity_seconds: number | null }[]
  }
}

/** Every SMS that the provider took for a number, whatever became of it. */
export async function takenSms(app: TestApp, to: string): Promise<ProviderState['twilio']['messages']> {
  const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as { data: ProviderState }
  return data.twilio.messages.filter((message) => message.to === to)
}
