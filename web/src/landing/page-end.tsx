import type { LandingInput } from './landing-input.ts'
import { yearOf } from './page-text.ts'

type Network = { name: string; path: string }

/** Names as the networks write them; outlines from Tabler Icons (MIT). */
const NETWORKS: Record<string, Network> = {
  facebook: { name: 'Facebook', path: 'M7 10v4h3v7h4v-7h3l1-4h-4V8a1 1 0 0 1 1-1h3V3h-3a5 5 0 0 0-5 5v2H7' },
  instagram: {
    name: 'Instagram',
    path: 'M3 7a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zM8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0-7 0M17 7v.01',
  },
  tiktok: {
    name: 'TikTok',
    path: 'M21 7.917v4.034a9.948 9.948 0 0 1-5-1.951v4.5a6.5 6.5 0 1 1-8-6.326V12.5a2.5 2.5 0 1 0 4 2V3h4.083A6.005 6.005 0 0 0 21 7.917',
  },
  x: { name: 'X', path: 'M4 4l11.733 16H20L8.267 4zM4 20l6.768-6.768M13.228 10.772L20 4' },
  youtube: {
    name: 'YouTube',
    path: 'M2 8a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4zM10 9l5 3l-5 3z',
  },
}

const GLOBE =
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18'

const networkOf = (network: string): Network =>
  Object.hasOwn(NETWORKS, network) && NETWORKS[network] ? NETWORKS[network] : { name: network, path: GLOBE }

/** The foot of the page: rights, the way to a person, and the tenant's pages elsewhere. */
export function PageEnd({ tenant, now }: LandingInput) {
  const socialLinks = (tenant.socialLinks ?? []).filter(({ url }) => /^https?:\/\//i.test(url))
  return (
    <footer className="end">
      <p>
        © {yearOf(now, tenant.timeZone)} {tenant.companyName}. All rights reserved.
      </p>
      {tenant.supportEmail !== null && (
        <p>
          <a href={`mailto:${encodeURI(tenant.supportEmail)}`}>{tenant.supportEmail}</a>
        </p>
      )}
      {socialLinks.length > 0 && (
        <ul>
          {socialLinks.map(({ network, url }) => (
            <li key={url}>
              <a href={url} rel="noopener">
                <span className="sr">
                  {tenant.companyName} on {networkOf(network).name}
                </span>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={networkOf(network).path} />
                </svg>
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}
