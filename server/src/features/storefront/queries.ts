import type { CustomerDetails } from '@almanac/contract/storefront'
import type { Reader } from '../../platform/database.ts'
import { deriveAccent, type Tenant } from '../tenants/index.ts'

/** What anybody may know of a tenant. */
export async function readCustomerDetails(reader: Reader, tenant: Tenant): Promise<CustomerDetails> {
  const categories = await reader
    .selectFrom('categories')
    .select(['id', 'name', 'logoPath as imageUrl'])
    .where('tenantId', '=', tenant.id)
    .where('deletedAt', 'is', null)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute()
  return {
    url: tenant.url,
    companyName: tenant.companyName,
    details: tenant.details,
    imageUrl: tenant.imagePath,
    logoUrl: tenant.logoPath,
    supportEmail: tenant.supportEmail,
    timeZone: tenant.timeZone,
    thresholdToken: tenant.thresholdToken,
    accent: tenant.accentHex ? deriveAccent(tenant.accentHex) : null,
    subscriptionCategory: categories,
  }
}

/** The live samples of the landing page: the price of one token, the newest reading and Sunburst. */
export async function readSamples(reader: Reader, tenantId: number) {
  const [single, reading, sunburst, costs] = await Promise.all([
    reader
      .selectFrom('packages')
      .select('priceCents')
      .where('tenantId', '=', tenantId)
      .where('numberOfTokens', '=', 1)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
    reader
      .selectFrom('audios')
      .innerJoin('categories', 'categories.id', 'audios.categoryId')
      .select(['audios.name', 'audios.durationSeconds', 'categories.name as categoryName'])
      .where('audios.tenantId', '=', tenantId)
      .where('audios.deletedAt', 'is', null)
      .where('categories.deletedAt', 'is', null)
      .where((e) => e(e.ref('audios.startsAt'), '<=', e.fn<Date>('now')))
      .where((e) => e(e.ref('audios.endsAt'), '>=', e.fn<Date>('now')))
      .orderBy('audios.startsAt', 'desc')
      .orderBy('audios.id')
      .executeTakeFirst(),
    reader
      .selectFrom('shortTexts')
      .innerJoin('categories', 'categories.id', 'shortTexts.categoryId')
      .select(['shortTexts.textContent', 'shortTexts.disburseAt', 'categories.name as categoryName'])
      .where('shortTexts.tenantId', '=', tenantId)
      .where('shortTexts.state', '=', 'sent')
      .orderBy('shortTexts.disburseAt', 'desc')
      .orderBy('shortTexts.id')
      .executeTakeFirst(),
    reader
      .selectFrom('categoryMediums')
      .select(['name', (e) => e.fn.min('numberOfTokens').as('tokens')])
      .where('tenantId', '=', tenantId)
      .where('isDisable', '=', false)
      .groupBy('name')
      .execute(),
  ])
  const costOf = (names: readonly string[]) => {
    const found = costs.filter((cost) => names.includes(cost.name)).map((cost) => cost.tokens)
    return found.length > 0 ? Math.min(...found) : null
  }
  return {
    singleTokenPriceCents: single?.priceCents ?? null,
    reading: reading ?? null,
    sunburst: sunburst ?? null,
    readingTokens: costOf(['audio']),
    sunburstTokens: costOf(['sms', 'email']),
  }
}
