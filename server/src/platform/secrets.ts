import { createHmac, randomBytes } from 'node:crypto'
import type { Reader } from './database.ts'

declare module './database.ts' {
  interface Tables {
    appSecrets: { name: string; value: string }
  }
}

/** Makes keyed hashes, each purpose with a key of its own. */
export interface Secrets {
  hmac(purpose: string, text: string): Buffer
}

/** Keyed hashes from one application secret of at least 32 characters. */
export function secretsFrom(appSecret: string): Secrets {
  return {
    hmac: (purpose, text) => createHmac('sha256', `${purpose}:${appSecret}`).update(text).digest(),
  }
}

/** The configured secret, or one made at the first start and kept in the database, the same for all servers. */
export async function loadSecrets(reader: Reader, configured: string | undefined): Promise<Secrets> {
  if (configured) return secretsFrom(configured)
  await reader
    .insertInto('appSecrets')
    .values({ name: 'app', value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await reader
    .selectFrom('appSecrets')
    .select('value')
    .where('name', '=', 'app')
    .executeTakeFirstOrThrow()
  return secretsFrom(row.value)
}
