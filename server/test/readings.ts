import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { TestClient } from './client.ts'
import type { MadeTenant, MadeUser } from './factories.ts'
import type { TestApp } from './harness.ts'

export const dayMs = 86_400_000

/** A recording of twelve seconds. */
export const mp3 = await readFile(new URL('../demo/audio/test-aurora.mp3', import.meta.url))

/** A signed-in consumer in front of a reading. */
export interface Listener {
  tenant: MadeTenant
  consumer: MadeUser
  client: TestClient
  audio: { id: number; audioFileName: string }
  /** The path of the consumer's readings. */
  base: string
}

/** Readings of a running app, and what they did to the ledger. */
export function readingsOf(app: TestApp) {
  async function upload(
    tenant: MadeTenant,
    values: { startsInMs?: number; endsInMs?: number; categoryId?: number } = {},
  ) {
    const operator = await app.make.operator(tenant)
    const client = await app.signIn(operator.username, tenant)
    const now = Date.now()
    const answer = await client.upload(
      `/v1/customers/${tenant.url}/audio`,
      {
        audioName: 'Week of November 17',
        startDateTime: new Date(now + (values.startsInMs ?? -dayMs)).toISOString(),
        endDateTime: new Date(now + (values.endsInMs ?? dayMs)).toISOString(),
        consumerCategoryId: String(values.categoryId ?? tenant.categoryId),
      },
      { field: 'audio', name: 'reading.mp3', type: 'audio/mpeg', content: mp3 },
    )
    expect(answer.status).toBe(201)
    return answer.body as { id: number; audioFileName: string; duration: string }
  }

  /** A consumer with that many tokens in front of a reading that costs `audioTokens`, else 7. */
  async function listener(tokens: number, audioTokens?: number): Promise<Listener> {
    const tenant = await app.make.tenant()
    if (audioTokens !== undefined) await setPrice(tenant.categoryId, audioTokens)
    const consumer = await app.make.consumer(tenant, { tokens })
    const client = await app.signIn(consumer.username, tenant)
    const audio = await upload(tenant)
    return {
      tenant,
      consumer,
      client,
      audio,
      base: `/v1/customers/${tenant.url}/consumers/${consumer.id}/audio`,
    }
  }

  /** What readings of the category cost from now on, in tokens. */
  async function setPrice(categoryId: number, tokens: number): Promise<void> {
    await app.query(
      `update category_mediums set number_of_tokens = ${tokens} where category_id = ${categoryId} and name = 'audio'`,
    )
  }

  /** A balance, the sum of its entries, and how many of them are readings. */
  async function booksOf(consumerId: number) {
    const [row] = await app.query<{ balance: number; sum: number; readings: number }>(
      `select w.balance, coalesce(sum(e.credit - e.debit), 0)::int as sum,
         count(*) filter (where e.kind = 'reading')::int as readings
       from wallets w left join ledger_entries e on e.consumer_id = w.consumer_id
       where w.consumer_id = ${consumerId} group by w.balance`,
    )
    return row
  }

  return {
    upload,
    listener,
    setPrice,
    booksOf,
    charge: ({ client, base, audio }: Listener, session: string, query = '', audioId = audio.id) =>
      client.put(`${base}/${audioId}/charge?session=${session}${query}`),
    stream: ({ client, base, audio }: Listener, session: string, query = '', headers = {}) =>
      client.get(`${base}/${audio.id}/stream?session=${session}${query}`, { headers }),
    /** Whether the list says that the reading is charged in that session. */
    async isListedAsCharged({ client, base, audio }: Listener, session: string): Promise<boolean> {
      const { body } = await client.get(`${base}?session=${session}`)
      return body.data.find(({ id }: { id: number }) => id === audio.id).isCharged
    },
  }
}
