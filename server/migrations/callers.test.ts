import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPastDatabase, type PastDatabase } from '../test/past-database.ts'

const past = `
  insert into payment_events (provider, event_id, type, body, received_at) values
    ('stripe', 'evt_1', 'charge.odd', '{}', '2026-01-01T10:00:00Z'),
    ('stripe', 'evt_2', 'charge.odd', '{}', '2026-01-02T10:00:00Z')
`

let database: PastDatabase

beforeAll(async () => {
  database = await openPastDatabase(45, past)
})
afterAll(() => database.close())

test('who has called is known from the events, and what was begun before is held against nobody', async () => {
  const { rows } = await database.client.query(
    `select name, last_heard_at as heard, watched_from > now() - interval '5 minutes' as is_new
     from callers order by name`,
  )
  expect(rows).toEqual([
    { name: 'paypal', heard: null, is_new: true },
    { name: 'sms', heard: null, is_new: true },
    { name: 'stripe', heard: new Date('2026-01-02T10:00:00Z'), is_new: true },
  ])
})
