import { FileStoreError } from '../../features/media/ports.ts'
import { assertOutsideTransaction } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'

/**
 * Runs one call of a file store: refused inside a database transaction, and every failure that is not yet one of
 * ours becomes `DomainError('unavailable')` with the original as its cause.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  assertOutsideTransaction('The file store')
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileStoreError || error instanceof DomainError) throw error
    const unavailable = new DomainError('unavailable')
    unavailable.cause = error
    throw unavailable
  }
}
