import { sql } from 'kysely'
import { planDueTexts } from '../src/features/delivery/plan-due-texts.ts'
import { type SendDeps, sendDeliveries } from '../src/features/delivery/send-deliveries.ts'
import { type MadeTenant, type MadeUser, unique } from './factories.ts'
import { type TestApp, TestClock } from './harness.ts'

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

/** The delivery side of a running app, on a clock that stands at noon until it is set. */
export function sunburstsOf(app: TestApp) {
  const clock = new TestClock(noon)
  const deps: SendDeps = { ...app.deps, clock }
  const { reader } = app.deps.db

  async function text(
    tenant: MadeTenant,
    values: { dueAt?: Date; textContent?: string; messageName?: string } = {},
  ): Promise<number> {
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

  async function subscribe(
    tenant: MadeTenant,
    consumer: MadeUser,
    mediums: ('sms' | 'email')[] = ['sms', 'email'],
  ): Promise<void> {
    await reader
      .insertInto('subscriptions')
      .values(
        mediums.map((medium) => ({
          tenantId: tenant.id,
          consumerId: consumer.id,
          categoryId: tenant.categoryId,
          medium,
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
    } = {},
  ): Promise<MadeUser & { smsPhoneNumber: string }> {
    const smsPhoneNumber = values.smsPhoneNumber ?? usNumber()
    const consumer = await app.make.consumer(tenant, { tokens: 10, ...values, smsPhoneNumber })
    await subscribe(tenant, consumer, values.mediums)
    return { ...consumer, smsPhoneNumber }
  }

  async function plan(by: SendDeps = deps): Promise<void> {
    while ((await planDueTexts(by)) > 0);
  }

  async function send(by: SendDeps = deps): Promise<void> {
    while ((await sendDeliveries(by)) > 0);
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
    await sql`update deliveries set claimed_at = now() - interval '10 minutes' where text_id = ${textId}`.execute(
      reader,
    )
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
