import type { Deps } from '../../src/deps.ts'
import { CATEGORIES, MEDIUM_TOKENS, type SignName } from '../content/categories.ts'
import { PACKAGES } from '../content/packages.ts'
import { TEST_RECORDINGS } from '../content/readings.ts'
import type { TENANTS } from '../content/tenants.ts'
import { storeAudio, storeImage } from './files.ts'

export interface DemoPackageRow {
  id: number
  name: string
  numberOfTokens: number
  priceCents: number
}

export interface DemoTenant {
  id: number
  url: (typeof TENANTS)[number]['slug']
  companyName: string
  timeZone: string
  categoryIds: Map<SignName, number>
  packages: DemoPackageRow[]
}

/** A tenant with its pictures, the twelve signs and five packages. */
export async function seedTenant(deps: Deps, demo: (typeof TENANTS)[number]): Promise<DemoTenant> {
  const { id } = await deps.db.reader
    .insertInto('tenants')
    .values({
      url: demo.slug,
      companyName: demo.companyName,
      details: demo.details,
      supportEmail: demo.supportEmail,
      timeZone: demo.timeZone,
      thresholdToken: demo.thresholdTokens,
      accentHex: demo.accent,
      socialLinks: JSON.stringify({
        instagram: 'https://www.instagram.com/',
        facebook: 'https://www.facebook.com/',
        youtube: 'https://www.youtube.com/',
      }) as unknown as Record<string, string>,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tenant = { id, url: demo.slug }
  const testAudio = await storeAudio(deps, id, TEST_RECORDINGS[demo.slug].file)
  await deps.db.reader
    .updateTable('tenants')
    .set({
      logoPath: await storeImage(deps, tenant, demo.logoFile),
      imagePath: await storeImage(deps, tenant, demo.aboutImageFile),
      testAudioKey: testAudio.fileKey,
      testAudioBytes: testAudio.sizeBytes,
    })
    .where('id', '=', id)
    .execute()
  return {
    ...tenant,
    companyName: demo.companyName,
    timeZone: demo.timeZone,
    categoryIds: await seedCategories(deps, tenant),
    packages: await seedPackages(deps, tenant),
  }
}

async function seedCategories(
  deps: Deps,
  tenant: Pick<DemoTenant, 'id' | 'url'>,
): Promise<Map<SignName, number>> {
  const ids = new Map<SignName, number>()
  for (const category of CATEGORIES) {
    const { id } = await deps.db.reader
      .insertInto('categories')
      .values({
        tenantId: tenant.id,
        name: category.name,
        sortOrder: category.sortOrder,
        logoPath: await storeImage(deps, tenant, category.logoFile),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mediums = (['audio', 'sms', 'email'] as const).map((name) => ({
      tenantId: tenant.id,
      categoryId: id,
      name,
      numberOfTokens: MEDIUM_TOKENS[name],
    }))
    await deps.db.reader.insertInto('categoryMediums').values(mediums).execute()
    ids.set(category.name, id)
  }
  return ids
}

async function seedPackages(deps: Deps, tenant: Pick<DemoTenant, 'id' | 'url'>): Promise<DemoPackageRow[]> {
  const rows: DemoPackageRow[] = []
  for (const demo of PACKAGES[tenant.url]) {
    const row = await deps.db.reader
      .insertInto('packages')
      .values({
        tenantId: tenant.id,
        name: demo.name,
        priceCents: demo.priceCents,
        numberOfTokens: demo.tokens,
        imagePath: await storeImage(deps, tenant, demo.imageFile),
        isAutoRenewable: demo.autoRenewPriceCents !== null,
        autoRenewPriceCents: demo.autoRenewPriceCents ?? 0,
      })
      .returning(['id', 'name', 'numberOfTokens', 'priceCents'])
      .executeTakeFirstOrThrow()
    rows.push(row)
  }
  return rows
}
