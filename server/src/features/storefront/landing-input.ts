import { limits } from '@almanac/contract/limits'
import type { Reader } from '../../platform/database.ts'
import { deriveAccent, type Tenant } from '../tenants/index.ts'
import { readCustomerDetails, readSamples } from './queries.ts'

const assetUrls = {
  besleyFont: '/fonts/besley-400-subset.woff2',
  publicSansFont: '/fonts/public-sans-400-subset.woff2',
  favicon: '/favicon.svg',
  manifest: '/manifest.webmanifest',
}

function publicImage(path: string | null): string | null {
  return path && `/v1/images/public/${path}`
}

/** Gathers what the landing page of a tenant shows at an instant. */
export async function landingInput(reader: Reader, tenant: Tenant, now: Date, publicUrl: string) {
  const [details, samples] = await Promise.all([
    readCustomerDetails(reader, tenant),
    readSamples(reader, tenant.id),
  ])
  return {
    tenant: {
      url: details.url,
      companyName: details.companyName,
      details: details.details,
      imageUrl: publicImage(details.imageUrl),
      logoUrl: publicImage(details.logoUrl),
      supportEmail: details.supportEmail,
      timeZone: details.timeZone,
      accent: details.accent,
      socialLinks: Object.entries(tenant.socialLinks).map(([network, url]) => ({ network, url })),
    },
    categories: details.subscriptionCategory.map(({ name, imageUrl }) => ({
      name,
      logoSvgUrl: publicImage(imageUrl),
    })),
    tokenCosts: {
      reading: samples.readingTokens ?? limits.tokensPerReading,
      sunburst: samples.sunburstTokens ?? limits.tokensPerSunburst,
    },
    singleTokenPriceCents: samples.singleTokenPriceCents,
    sampleReadings: samples.readings,
    sampleSunbursts: samples.sunbursts,
    now,
    publicUrl,
    assetUrls,
  }
}

/** The not-found page among a tenant's addresses. */
export function notFoundInput({ url, companyName, logoPath, accentHex }: Tenant) {
  const accent = accentHex ? deriveAccent(accentHex) : null
  return plainInput({
    kind: 'not-found',
    tenant: { url, companyName, logoUrl: publicImage(logoPath), accent },
  })
}

/** The input of a page outside every tenant. */
export function plainInput<Kind extends object>(kind: Kind): Kind & { assetUrls: typeof assetUrls } {
  return { ...kind, assetUrls }
}
