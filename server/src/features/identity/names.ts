import { violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'

/**
 * A username as it is compared: equal for two names that differ in nothing but letter case or in how Unicode writes
 * them. It is stored beside the name, and lookups, limits and the unique index all go by it, so that no second notion of
 * lower case (a database's depends on its locale) can tell otherwise. Whoever changes it recomputes what is stored.
 */
export function foldUsername(name: string): string {
  // Each way once: the two small sigmas are one in upper case, the two forms of the sharp s in lower case.
  const folded = name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  // Only now: some marks are written as a space and what stands on it.
  return folded.normalize('NFKC').trim()
}

/** What a user's row was refused for, where that is its username or email address; a deleted user's name stays taken. */
export function takenName(error: unknown): DomainError | undefined {
  const index = violatedUnique(error)
  if (index === 'users_username') return new DomainError('username_taken')
  if (index?.startsWith('users_email')) return new DomainError('email_taken')
  return undefined
}
