import { runOn } from './database.ts'

/**
 * Sets what `present()` says in a test's own database, for every process that uses it: a clock that stands still, or
 * the real one for null.
 */
export async function setPresent(databaseUrl: string, instant: Date | null): Promise<void> {
  const present = instant ? `timestamptz '${instant.toISOString()}'` : 'now()'
  await runOn(
    databaseUrl,
    `create or replace function present() returns timestamptz language sql stable parallel safe return ${present}`,
  )
}
