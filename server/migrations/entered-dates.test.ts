import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPastDatabase, type PastDatabase } from '../test/past-database.ts'

const past = `
  insert into tenants (url, company_name, details, support_email, time_zone, threshold_token)
    values ('aurora', 'Aurora', 'Signs', 'a@mail.example', 'America/New_York', 2);
  insert into categories (tenant_id, name, sort_order) select id, 'Leo', 1 from tenants;
  insert into audios (tenant_id, category_id, name, file_key, file_name, size_bytes, duration_seconds, starts_at, ends_at)
    select tenant_id, id, 'Far', 'k', 'f.mp3', 1, 1, '0001-12-31 23:00:00Z BC', '10000-01-01Z' from categories;
  insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
    select tenant_id, id, 'Far', 'Far text', '9999-12-31 23:59Z' from categories
`

let database: PastDatabase

beforeAll(async () => {
  database = await openPastDatabase(52, past)
})
afterAll(() => database.close())

test('readings and texts with dates outside of 2000 to 2100 move inside, and later ones are refused', async () => {
  const { rows } = await database.client.query(
    'select starts_at, ends_at, (select disburse_at from short_texts) from audios',
  )
  expect(rows).toEqual([
    {
      starts_at: new Date('2000-01-01Z'),
      ends_at: new Date('2100-12-31Z'),
      disburse_at: new Date('2100-12-31Z'),
    },
  ])
  await expect(database.client.query(`update audios set ends_at = '2102-01-01Z'`)).rejects.toThrow(
    'audios_entered',
  )
  await expect(database.client.query(`update short_texts set disburse_at = '1999-01-01Z'`)).rejects.toThrow(
    'short_texts_entered',
  )
})
