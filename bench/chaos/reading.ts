import type { World } from './world.ts'

type Tenant = Awaited<ReturnType<World['make']['tenant']>>

/** A reading that is on sale at that price, in a category of its own. */
export async function addReading(
  world: World,
  tenant: Tenant,
  costTokens: number,
): Promise<{ audioId: number; costTokens: number }> {
  const categoryId = await world.make.category(tenant.id, { audioTokens: costTokens })
  const audioId = await world.make.reading(tenant, categoryId)
  return { audioId, costTokens }
}
