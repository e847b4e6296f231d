import { unique } from '../../server/test/factories.ts'
import type { World } from './world.ts'

type Tenant = Awaited<ReturnType<World['make']['tenant']>>

/** A reading that is on sale at that price, in a category of its own. */
export async function addReading(
  world: World,
  tenant: Tenant,
  costTokens: number,
): Promise<{ audioId: number; costTokens: number }> {
  const categoryId = await world.make.category(tenant.id, { audioTokens: costTokens })
  const fileName = `${unique('reading-')}.mp3`
  const { id } = await world.deps.db.reader
    .insertInto('audios')
    .values({
      tenantId: tenant.id,
      categoryId,
      name: 'A reading',
      fileName,
      fileKey: `${tenant.id}/audio/${fileName}`,
      sizeBytes: 1,
      durationSeconds: 240,
      startsAt: new Date('2026-01-01T00:00:00Z'),
      endsAt: new Date('2126-01-01T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { audioId: id, costTokens }
}
