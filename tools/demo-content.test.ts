import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { parseBuffer } from 'music-metadata'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CATEGORIES, MEDIUM_TOKENS } from '../server/demo/content/categories.ts'
import { HISTORY_CONSUMERS } from '../server/demo/content/history.ts'
import { PACKAGES } from '../server/demo/content/packages.ts'
import {
  type DemoRecording,
  MID_YEAR_READING,
  TEST_RECORDINGS,
  WEEKLY_READINGS,
  YEARLY_READING,
} from '../server/demo/content/readings.ts'
import { SUNBURSTS } from '../server/demo/content/sunbursts.ts'
import { TENANTS } from '../server/demo/content/tenants.ts'
import { ADMIN, CONSUMERS, OPERATORS } from '../server/demo/content/users.ts'
import { CONSUMER_FAQ, OPERATOR_FAQ } from '../web/src/features/support/faq-content.ts'

const DEMO_FOLDER = join(import.meta.dirname, '../server/demo')
const READINGS: readonly DemoRecording[] = [...WEEKLY_READINGS, YEARLY_READING, MID_YEAR_READING]
const TESTS: readonly DemoRecording[] = Object.values(TEST_RECORDINGS)
const PAST_CONSUMERS = Object.values(HISTORY_CONSUMERS).flat()
const PEOPLE = [ADMIN, ...OPERATORS, ...CONSUMERS, ...PAST_CONSUMERS]

/** The basic GSM 03.38 alphabet, without its escape; the extension characters would count twice. */
const GSM_7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

const readDemoFile = (file: string) => readFile(join(DEMO_FOLDER, file))
const countSizes = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(DEMO_FOLDER, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
const expectUnique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length)

describe('Sunbursts', () => {
  it.each(SUNBURSTS)('"$messageName" fits one SMS', ({ messageName, textContent }) => {
    expect(messageName.length).toBeGreaterThanOrEqual(2)
    expect(messageName.length).toBeLessThanOrEqual(100)
    expect(textContent.length).toBeGreaterThanOrEqual(2)
    expect(textContent.length).toBeLessThanOrEqual(160)
    expect(textContent).toMatch(GSM_7)
  })

  it('cover twelve weeks for twelve signs without a repetition on one day or within one sign', () => {
    expect(SUNBURSTS).toHaveLength(84)
    expectUnique(SUNBURSTS.map(({ textContent }) => textContent))
    expectUnique(SUNBURSTS.map(({ messageName }) => messageName))
  })
})

describe('recordings', () => {
  it.each(READINGS)('"$title" is a constant-rate mp3 of 4 to 5 minutes', async ({ title, file }) => {
    const { format, common } = await parseBuffer(
      await readDemoFile(file),
      { mimeType: 'audio/mpeg' },
      { duration: true },
    )
    expect(format).toMatchObject({
      container: 'MPEG',
      bitrate: 24_000,
      sampleRate: 22_050,
      numberOfChannels: 1,
    })
    expect(format.duration).toBeGreaterThanOrEqual(240)
    expect(format.duration).toBeLessThanOrEqual(300)
    expect(common.title).toBe(title)
  })

  it.each(TESTS)('"$title" is a short one', async ({ title, file }) => {
    const { format, common } = await parseBuffer(
      await readDemoFile(file),
      { mimeType: 'audio/mpeg' },
      { duration: true },
    )
    expect(format.duration).toBeGreaterThan(8)
    expect(format.duration).toBeLessThan(15)
    expect(common.title).toBe(title)
  })

  it('are under 7.5 MB together, and different from each other', async () => {
    const all = [...READINGS, ...TESTS]
    expect(await countSizes(all.map(({ file }) => file))).toBeLessThan(7_500_000)
    expectUnique(all.flatMap(({ paragraphs }) => paragraphs.map((sentences) => sentences.join(' '))))
    const bytes = await Promise.all(all.map(({ file }) => readDemoFile(file)))
    expectUnique(bytes.map((content) => content.toString('latin1')))
  })

  it('exist for each tenant as a test', () => {
    expect(Object.keys(TEST_RECORDINGS)).toEqual(TENANTS.map(({ slug }) => slug))
  })
})

describe('signs', () => {
  it.each(CATEGORIES)('$name stands alone as an SVG of the family', async ({ logoFile }) => {
    const svg = (await readDemoFile(logoFile)).toString('utf8')
    expect(svg.length).toBeLessThanOrEqual(40_960)
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48"[^>]* stroke="currentColor"/,
    )
    expect(svg.match(/fill="var\(--star, currentColor\)"/g)).toHaveLength(1)
    expect(svg).not.toMatch(/<script|\son\w+=|href/i)
    const { channels } = await sharp(Buffer.from(svg)).stats()
    expect(channels.at(-1)?.max).toBe(255)
  })

  it('are twelve, in order', () => {
    expect(CATEGORIES.map(({ sortOrder }) => sortOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expectUnique(CATEGORIES.map(({ name }) => name))
  })
})

describe('packages', () => {
  it.each(TENANTS)(
    '$slug sells five, each cheaper by the token than the one before',
    async ({ slug, thresholdTokens }) => {
      const packages = PACKAGES[slug]
      expect(packages).toHaveLength(5)
      expect(packages[0]).toMatchObject({ tokens: 1, priceCents: 100 })
      const centsPerToken = packages.map(({ priceCents, tokens }) => priceCents / tokens)
      expect(centsPerToken).toEqual([...new Set(centsPerToken)].sort((left, right) => right - left))
      for (const { tokens, priceCents, autoRenewPriceCents, imageFile } of packages) {
        if (tokens > 1) expect(tokens % MEDIUM_TOKENS.audio).toBe(0)
        if (autoRenewPriceCents !== null) {
          expect(tokens).toBeGreaterThan(thresholdTokens)
          expect(autoRenewPriceCents).toBeLessThan(priceCents)
        }
        const { width, height } = await sharp(await readDemoFile(imageFile)).metadata()
        expect({ width, height }).toEqual({ width: 800, height: 400 })
        expect(await countSizes([imageFile])).toBeLessThan(25_000)
      }
    },
  )
})

describe('tenants', () => {
  it.each(TENANTS)('$slug has a text and pictures of the right shape', async (tenant) => {
    expect(tenant.details.length).toBeLessThanOrEqual(500)
    expect(tenant.companyName.length).toBeLessThanOrEqual(30)
    const about = await sharp(await readDemoFile(tenant.aboutImageFile)).metadata()
    expect(about.width / about.height).toBe(1.5)
    expect(await countSizes([tenant.aboutImageFile])).toBeLessThanOrEqual(60_000)
    const logo = await sharp(await readDemoFile(tenant.logoFile)).metadata()
    expect(logo.width / logo.height).toBe(2)
    expect(logo.hasAlpha).toBe(true)
  })
})

describe('people', () => {
  it.each(PEOPLE)('$username could have signed up', ({ username, fullName, contactNumber, timeZone }) => {
    expect(username).toMatch(/^[^\s@]{3,16}$/)
    expect(fullName).toMatch(/^[A-Za-z ]{3,100}$/)
    expect(isValidPhoneNumber(contactNumber)).toBe(true)
    expect(contactNumber).toMatch(/^\+1\d{3}55501\d\d$/)
    expect(Intl.supportedValuesOf('timeZone')).toContain(timeZone)
  })

  it('share no username and no e-mail address', () => {
    expectUnique(PEOPLE.map(({ username }) => username))
    expectUnique(PEOPLE.map(({ email }) => email))
  })

  it('take SMS on US numbers only', () => {
    const takers = PAST_CONSUMERS.filter(({ subscribedMediums }) =>
      subscribedMediums.some((medium) => medium === 'sms'),
    )
    const numbers = [...takers.map(({ contactNumber }) => contactNumber), CONSUMERS[0].smsPhoneNumber]
    expect(numbers.length).toBeGreaterThan(8)
    for (const number of numbers) expect(parsePhoneNumberFromString(number)?.country).toBe('US')
  })
})

describe('questions', () => {
  it('are seven for consumers and one for operators, with known placeholders only', () => {
    expect(CONSUMER_FAQ).toHaveLength(7)
    expect(OPERATOR_FAQ).toHaveLength(1)
    const text = JSON.stringify([CONSUMER_FAQ, OPERATOR_FAQ])
    const placeholders = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect([...placeholders].sort()).toEqual([
      'companyName',
      'readingTokens',
      'sunburstTokens',
      'thresholdToken',
    ])
  })
})
