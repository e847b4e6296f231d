import { createSmtpMailer } from '../src/adapters/smtp/mailer.ts'
import type { OutgoingMessage } from '../src/features/messages/outgoing-message.ts'
import { queueMessage } from '../src/features/messages/queue-message.ts'
import { keepSeconds } from '../src/features/messages/rules.ts'
import type { MessageSenders } from '../src/features/messages/send-messages.ts'
import type { TestApp } from './harness.ts'
import type { MailHost } from './mail-host.ts'

export const codeLifeSeconds = 600
export { keepSeconds }

export interface OutboxRow {
  id: number
  recipient: string
  state: string
  attempts: number
  error: string | null
  unknownOutcomes: number
  nextAttemptAt: Date
}

/** The outbox of a running app. */
export function outboxOf(app: TestApp) {
  /** Queues a message each; letters unless said otherwise. */
  function queue(
    tenant: { id: number } | null,
    recipients: readonly string[],
    values: Partial<Pick<OutgoingMessage, 'channel' | 'codeLifeSeconds'>> = {},
  ): Promise<number[]> {
    return app.deps.db.transact(async (tx) => {
      const ids: number[] = []
      for (const recipient of recipients) {
        const message = {
          tenantId: tenant?.id ?? null,
          channel: 'email' as const,
          recipient,
          subject: 'A word',
          paragraphs: [`A word to ${recipient}`],
          companyName: 'Aurora',
          ...values,
        }
        ids.push(await queueMessage(tx, message))
      }
      return ids
    })
  }

  async function rows(ids: readonly number[]): Promise<OutboxRow[]> {
    return app.deps.db.reader
      .selectFrom('outboxMessages')
      .select(['id', 'recipient', 'state', 'attempts', 'error', 'unknownOutcomes', 'nextAttemptAt'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute()
  }

  /** `sent`, `failed expired`, `queued smtp-451` ... of each. */
  async function fates(ids: readonly number[]): Promise<string[]> {
    return (await rows(ids)).map(({ state, error }) => `${state}${error ? ` ${error}` : ''}`)
  }

  /** Sets what only time changes. */
  async function set(ids: readonly number[], values: string): Promise<void> {
    await app.query(`update outbox_messages set ${values} where id in (${ids.join(', ')})`)
  }

  /** What sends, by a mail host of the test's own. */
  function sendersTo(host: MailHost, timeoutMs = 20_000): MessageSenders {
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${host.port}`,
      from: 'Almanac <almanac@post.example>',
      timeoutMs,
    })
    return { ...app.deps, mailer }
  }

  return {
    queue,
    rows,
    fates,
    set,
    sendersTo,
    makeDue: (ids: readonly number[]) => set(ids, 'next_attempt_at = now()'),
  }
}

/** So many addresses of one host. */
export function addresses(count: number, host: string): string[] {
  return Array.from({ length: count }, (_, index) => `reader-${index}@${host}`)
}
