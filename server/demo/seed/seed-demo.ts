import type { Deps } from '../../src/deps.ts'
import { TENANTS } from '../content/tenants.ts'

/** Where `/` leads as long as nothing else is configured. */
export const demoDefaultTenant = TENANTS.find(({ isDefault }) => isDefault)?.slug

/**
 * Fills an empty database with the demo: tenants, users, content and three months of history. What it is filled with is
 * loaded then alone: every other start does without.
 * @returns whether the demo's users exist.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const first = await deps.db.reader.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (first) return hasDemo(deps)
  const { fillDemo } = await import('./fill-demo.ts')
  await fillDemo(deps)
  return true
}

async function hasDemo({ db }: Deps): Promise<boolean> {
  const slugs = TENANTS.map(({ slug }) => slug)
  const tenant = await db.reader
    .selectFrom('tenants')
    .select('id')
    .where('url', 'in', slugs)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return tenant !== undefined
}
