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

/** The live samples of the landing page: the price of one token, each category's newest reading and Sunburst. */
export async function readSamples(reader: Reader, tenantId: number) {
  const [single, readings, sunbursts, costs] = await Promise.all([
    reader
      .selectFrom('packages')
      .select('priceCents')
      .where('tenantId', '=', tenantId)
      .where('numberOfTokens', '=', 1)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
    newestReadings(reader, tenantId),
    latestSunbursts(reader, tenantId),
    reader
      .selectFrom('categoryMediums')
      .innerJoin('categories', 'categories.id', 'categoryMediums.categoryId')
      .select(['categoryMediums.name', (e) => e.fn.min('categoryMediums.numberOfTokens').as('tokens')])
      .where('categoryMediums.tenantId', '=', tenantId)
      .where('categoryMediums.isDisable', '=', false)
      .where('categories.deletedAt', 'is', null)
      .groupBy('categoryMediums.name')
      .execute(),
  ])
  const costOf = (names: readonly string[]) => {
    const found = costs.filter((cost) => names.includes(cost.name)).map((cost) => cost.tokens)
    return found.length > 0 ? Math.min(...found) : null
  }
  return {
    singleTokenPriceCents: single?.priceCents ?? null,
    readings,
    sunbursts,
    readingTokens: costOf(['audio']),
    sunburstTokens: costOf(['sms', 'email']),
  }
}

/** The reading of each category that began last, the newest first. */
function newestReadings(reader: Reader, tenantId: number) {
  return reader
    .selectFrom('categories')
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('audios')
          .select(['audios.name', 'audios.durationSeconds', 'audios.startsAt'])
          .whereRef('audios.tenantId', '=', 'categories.tenantId')
          .whereRef('audios.categoryId', '=', 'categories.id')
          .where('audios.deletedAt', 'is', null)
          .where((e) => e(e.ref('audios.startsAt'), '<=', e.fn<Date>('now')))
          .where((e) => e(e.ref('audios.endsAt'), '>=', e.fn<Date>('now')))
          .orderBy('audios.startsAt', 'desc')
          .orderBy('audios.id')
          .limit(1)
          .as('reading'),
      (join) => join.onTrue(),
    )
    .select(['categories.name as sign', 'reading.name', 'reading.durationSeconds'])
    .where('categories.tenantId', '=', tenantId)
    .where('categories.deletedAt', 'is', null)
    .orderBy('reading.startsAt', 'desc')
    .orderBy('categories.id')
    .execute()
}

/** The Sunburst of each category that was sent last, the latest first. */
function latestSunbursts(reader: Reader, tenantId: number) {
  return reader
    .selectFrom('categories')
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('shortTexts')
          .select(['shortTexts.textContent', 'shortTexts.disburseAt'])
          .whereRef('shortTexts.tenantId', '=', 'categories.tenantId')
          .whereRef('shortTexts.categoryId', '=', 'categories.id')
          .where('shortTexts.state', '=', 'sent')
          .orderBy('shortTexts.disburseAt', 'desc')
          .orderBy('shortTexts.id')
          .limit(1)
          .as('sunburst'),
      (join) => join.onTrue(),
    )
    .select(['categories.name as sign', 'sunburst.textContent as text', 'sunburst.disburseAt as sentAt'])
    .where('categories.tenantId', '=', tenantId)
    .where('categories.deletedAt', 'is', null)
    .orderBy('sunburst.disburseAt', 'desc')
    .orderBy('categories.id')
    .execute()
}
