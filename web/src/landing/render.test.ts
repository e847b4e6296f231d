import { createHash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZODIAC } from './astronomy.ts'
import { BESLEY_SUBSET, PUBLIC_SANS_SUBSET } from './font-faces.ts'
import type { LandingInput, PlainPageInput, RenderedLanding, RenderedPage } from './landing-input.ts'

/** HTML, CSS and fonts as they travel, before images. */
const BUDGET_BYTES = 30_000

type Bundle = {
  renderLanding(input: LandingInput): RenderedLanding
  renderPlainPage(input: PlainPageInput): RenderedPage
}

const web = fileURLToPath(new URL('../../', import.meta.url))
let folder: string
let bundle: Bundle

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-landing-'))
  await build({
    configFile: join(web, 'vite.landing.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  bundle = await import(pathToFileURL(join(folder, 'render.js')).href)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const assetUrls = {
  besleyFont: `/fonts/${BESLEY_SUBSET.fileName}`,
  publicSansFont: `/fonts/${PUBLIC_SANS_SUBSET.fileName}`,
  favicon: '/favicon.svg',
  manifest: '/manifest.webmanifest',
}

const violet = {
  gold: '#7B2D8B',
  onGold: '#FFFFFF',
  goldInk: '#7B2D8B',
  goldLine: '#7B2D8B',
  goldWash: '#E1CFDD',
  nightGold: '#B464C4',
  onNightGold: '#000000',
}

function landingInput(tenant: Partial<LandingInput['tenant']> = {}): LandingInput {
  return {
    tenant: {
      url: 'aurora',
      companyName: 'Aurora Astrology',
      details: 'We have written for the twelve signs since 1998.\n\nEvery reading is written by hand.',
      imageUrl: '/v1/images/public/about.webp',
      logoUrl: '/v1/images/public/logo.png',
      supportEmail: 'support@aurora.example',
      timeZone: 'America/New_York',
      accent: { light: violet, dark: violet },
      socialLinks: ['instagram', 'facebook', 'youtube'].map((network) => ({
        network,
        url: `https://${network}.example/aurora`,
      })),
      ...tenant,
    },
    categories: ZODIAC.map(({ name, slug }) => ({ name, logoSvgUrl: `/v1/images/public/${slug}.svg` })),
    tokenCosts: { reading: 7, sunburst: 1 },
    singleTokenPriceCents: 100,
    sampleReadings: [
      { sign: 'Leo', name: 'The eclipse', durationSeconds: 310 },
      { sign: 'Sagittarius', name: 'Week of November 17', durationSeconds: 278 },
      { sign: 'Scorpio', name: 'Week of November 17', durationSeconds: 271 },
    ],
    sampleSunbursts: [
      { sign: 'Leo', text: 'Make the call before noon.', sentAt: new Date('2026-11-21T13:00:00Z') },
      { sign: 'Scorpio', text: 'Ask once more.', sentAt: new Date('2026-11-21T12:00:00Z') },
    ],
    now: new Date('2026-11-21T15:00:00Z'),
    publicUrl: 'https://almanac.example',
    assetUrls,
  }
}

const render = (tenant?: Partial<LandingInput['tenant']>): string =>
  bundle.renderLanding(landingInput(tenant)).html
const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')

const everyPage = (): RenderedPage[] => [
  bundle.renderLanding(landingInput()),
  bundle.renderLanding({
    ...landingInput({ imageUrl: null, logoUrl: null, accent: null }),
    categories: [{ name: 'Tarot' }],
  }),
  bundle.renderPlainPage({ kind: 'not-found', tenant: null, assetUrls }),
  bundle.renderPlainPage({ kind: 'error', retryUrl: '/aurora', requestId: 'req-1', assetUrls }),
  bundle.renderPlainPage({ kind: 'root', assetUrls }),
]

test('HTML, CSS and fonts stay under 30 kB', async () => {
  const html = brotliCompressSync(render()).byteLength
  const sizes = await Promise.all(
    [BESLEY_SUBSET, PUBLIC_SANS_SUBSET].map(({ fileName }) => stat(join(web, 'public/fonts', fileName))),
  )
  expect(sizes.reduce((sum, { size }) => sum + size, html)).toBeLessThan(BUDGET_BYTES)
})

describe('every page', () => {
  test('has no script and no style but its own sheet, and the hash of that sheet', () => {
    for (const { html, styleHash } of everyPage()) {
      expect(html).toMatch(/^<!doctype html><html lang="en">/)
      expect(html).not.toMatch(/<script|javascript:| on[a-z]+=|rel="stylesheet"/i)
      expect(html.split('<style')).toHaveLength(2)
      expect(html).not.toMatch(/\sstyle=/)
      const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
      expect(sheet).toContain('prefers-color-scheme')
      expect(styleHash).toBe(`sha256-${createHash('sha256').update(sheet).digest('base64')}`)
    }
  })

  test('has one h1 and asks for nothing from another origin', () => {
    for (const { html } of everyPage()) {
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).not.toMatch(/(src|<link[^>]*rel="(?:icon|preload|manifest)"[^>]*href)="https?:/)
    }
  })
})

describe('the landing page', () => {
  test('leads to login and registration of its tenant', () => {
    const html = render()
    expect(html).toMatch(/<a class="btn gold" href="\/aurora\/login#register">Register<\/a>/)
    expect(html).toMatch(/<a class="btn" href="\/aurora\/login">Login<\/a>/)
    const internal = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map((match) => match[1])
    expect(new Set(internal)).toEqual(new Set(['/aurora', '/aurora/login', '/aurora/login#register']))
  })

  test('leads from each sign, as from each Register, to the registration', () => {
    const links = [...render().matchAll(/<a [^>]*href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs)]
    const targetsOf = (words: RegExp) =>
      links.filter(([, , inside = '']) => words.test(inside)).map(([, target]) => target)
    const signs = ZODIAC.map(({ name }) => targetsOf(new RegExp(`<b>${name}</b>`)))
    expect(signs).toEqual(ZODIAC.map(() => ['/aurora/login#register']))
    expect(new Set(targetsOf(/^Register$/))).toEqual(new Set(['/aurora/login#register']))
  })

  test('says what is sold, from when to when, at which price', () => {
    const text = textOf(render())
    for (const part of [
      'The week of November 17',
      'Saturday, November 21, 2026Sun at 29° ScorpioMoon waxing, 88% lit',
      'Sagittarius begins',
      'A reading costs 7 tokens',
      'A Sunburst costs 1 token',
      'A token costs $1 when bought singly and less in larger packages.',
      'Scorpio, Week of November 174:31',
      'Ask once more.Scorpio, 7:00 this morning',
      'About Aurora Astrology',
      'support@aurora.example',
      'Aurora Astrology on Instagram',
    ]) {
      expect(text).toContain(part)
    }
    for (const { name, dates } of ZODIAC) expect(text).toContain(name + dates)
  })

  test('claims the rights for the current year of the tenant, over New Year too', () => {
    const rightsAt = (now: string) =>
      textOf(bundle.renderLanding({ ...landingInput(), now: new Date(now) }).html).match(
        /© \d+ Aurora Astrology/,
      )?.[0]
    expect(rightsAt('2027-01-01T04:59:59Z')).toBe('© 2026 Aurora Astrology')
    expect(rightsAt('2027-01-01T05:00:00Z')).toBe('© 2027 Aurora Astrology')
  })

  test('carries the social card and the canonical address of the tenant', () => {
    const html = render()
    expect(html).toContain('<title>Aurora Astrology: your week in the sky, read aloud</title>')
    expect(html).toContain('<link rel="canonical" href="https://almanac.example/aurora"/>')
    expect(html).toContain(
      'property="og:image" content="https://almanac.example/v1/images/public/about.webp"',
    )
    expect(html).toMatch(/name="description" content="We have written [^"]*by hand\."/)
    expect(html).toContain('name="twitter:card" content="summary_large_image"')
  })

  test('marks one day as today, by the tenant’s own calendar', () => {
    const late = { ...landingInput({ timeZone: 'Pacific/Honolulu' }), now: new Date('2026-11-24T06:00:00Z') }
    const { html } = bundle.renderLanding(late)
    expect(html.match(/aria-current="date"/g)).toHaveLength(1)
    expect(html).toMatch(/aria-current="date"><time dateTime="2026-11-23">Today/)
  })

  // The Sun enters Sagittarius on 2026-11-22 at 07:23 UTC; it is taken to 0.01 degrees, or a quarter of an hour.
  test('samples the sign that the Sun is in, and where there is none of it the newest', () => {
    const samplesAt = (instant: string, input = landingInput()) => {
      const text = textOf(bundle.renderLanding({ ...input, now: new Date(instant) }).html)
      return [/\w+, (?:Week of|The) [A-Za-z]+/.exec(text)?.[0], /Make the call|Ask once more/.exec(text)?.[0]]
    }
    expect(samplesAt('2026-11-22T07:00:00Z')).toEqual(['Scorpio, Week of November', 'Ask once more'])
    expect(samplesAt('2026-11-22T08:00:00Z')).toEqual(['Sagittarius, Week of November', 'Make the call'])
    expect(samplesAt('2026-12-25T08:00:00Z')).toEqual(['Leo, The eclipse', 'Make the call'])
  })

  test('is good until the Sun enters a sign, or its tenant’s midnight', () => {
    const goodFrom = (instant: string, timeZone = 'America/New_York') =>
      bundle.renderLanding({ ...landingInput({ timeZone }), now: new Date(instant) }).validUntil.toISOString()
    expect(goodFrom('2026-11-21T15:00:00Z')).toBe('2026-11-22T05:00:00.000Z')
    expect(goodFrom('2026-11-21T15:00:00Z', 'Europe/Berlin')).toBe('2026-11-21T23:00:00.000Z')
    expect(goodFrom('2026-11-22T05:00:00Z')).toMatch(/^2026-11-22T07:[23]/)
    expect(goodFrom('2026-11-22T08:00:00Z')).toBe('2026-11-23T05:00:00.000Z')
  })

  test('is the same to the byte a minute later', () => {
    const later = { ...landingInput(), now: new Date('2026-11-21T15:01:00Z') }
    expect(bundle.renderLanding(later).html).toBe(render())
  })

  test('takes the accent of the tenant in both schemes, and refuses what is no colour', () => {
    const night = { ...violet, nightGold: '#B464C5' }
    const html = render({ accent: { light: violet, dark: night } })
    expect(html.indexOf('--night-gold:#B464C5')).toBeGreaterThan(html.indexOf('--night-gold:#B464C4'))
    const hostile = { ...violet, gold: 'red}</style><script>' }
    expect(() => render({ accent: { light: violet, dark: hostile } })).toThrow(RangeError)
  })

  test('shows a hostile tenant’s words as words', () => {
    const hostile = '</title></style><script>alert(1)</script><img src=x onerror=alert(1)>"\'&'
    const html = render({
      companyName: hostile,
      details: hostile,
      supportEmail: '"><script>@x.example',
      url: '"><script>',
      socialLinks: [
        { network: 'constructor', url: 'https://a.example/"><script>' },
        { network: 'x', url: 'javascript:alert(1)' },
      ],
    })
    expect(html).not.toMatch(/<script|<img src=x|javascript:/i)
    expect(textOf(html)).toContain(' on constructor')
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).toContain('href="/%22%3E%3Cscript%3E/login#register"')
  })

  test('does without everything a new tenant may lack', () => {
    const { html } = bundle.renderLanding({
      ...landingInput({ imageUrl: null, logoUrl: null, supportEmail: null, socialLinks: [], details: '' }),
      categories: [],
      singleTokenPriceCents: null,
      sampleReadings: [],
      sampleSunbursts: [],
    })
    expect(html).not.toMatch(/<img|<blockquote|mailto:|null|undefined|NaN|property="og:image"/)
    expect(html).toContain(
      'content="Weekly audio readings and daily Sunbursts for your sign, by Aurora Astrology."',
    )
  })
})

describe('the pages outside every tenant', () => {
  test.each<[PlainPageInput, string, string]>([
    [{ kind: 'not-found', tenant: null, assetUrls }, '404 Page Not Found!', '/'],
    [
      { kind: 'error', retryUrl: '/aurora', requestId: 'req-1', assetUrls },
      'This page could not be loaded',
      '/aurora',
    ],
    [{ kind: 'root', assetUrls }, 'Almanac', '/admin/login'],
  ])('%o says what it is and offers a way on', (input, heading, url) => {
    const { html } = bundle.renderPlainPage(input)
    expect(html).toContain(`<h1>${heading}</h1>`)
    expect(html).toContain(`<a class="btn" href="${url}">`)
    expect(html).toContain('name="robots" content="noindex"')
  })

  test('the failure names the request', () => {
    const { html } = bundle.renderPlainPage({
      kind: 'error',
      retryUrl: '/',
      requestId: 'req-7f3a',
      assetUrls,
    })
    expect(textOf(html)).toContain('Reference: req-7f3a')
  })
})
