import { fileURLToPath } from 'node:url'
import { type MetadataJson, parsePhoneNumberFromString as parseBy } from 'libphonenumber-js/core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { isNorthAmerican, isSamePhone } from '../web/src/api/phone-rules.ts'
import { endpointsWithoutShapes, gregorianCalendarAlone, phonesOfNorthAmerica } from './vite-plugins.ts'

type Transform = (code: string, id: string) => Promise<{ code: string } | null>
const { transform } = endpointsWithoutShapes() as unknown as { transform: Transform }

const fileOf = (name: string) => fileURLToPath(new URL(`../contract/src/${name}.ts`, import.meta.url))
const shipped = async (name: string) => (await transform('', fileOf(name)))?.code

test('an endpoint is sent to browsers as its method, path and files alone', async () => {
  const code = await shipped('audio')
  expect(code).toContain(
    'export const listConsumerAudio = {"method":"GET","path":"/v1/customers/:customerUrl/consumers/:consumerId/audio"}\n',
  )
  expect(code).toMatch(/^export const addAudio = \{"method":"POST","path":"[^"]+","files":\{/m)
})

test('the rules of a form stay, in a module of their own that is left as it is', async () => {
  expect(await shipped('identity')).toMatch(
    /^export \{ .*\bloginBody\b.* \} from '\.\/identity\.ts\?rules'$/m,
  )
  expect(await transform('', `${fileOf('identity')}?rules`)).toEqual({ moduleSideEffects: false })
})

test('what declares no endpoint is left alone', async () => {
  expect(await transform('', fileOf('limits'))).toBeNull()
  expect(await transform('', fileURLToPath(import.meta.url))).toBeNull()
})

describe('what browsers know of phone numbers', () => {
  const { load } = phonesOfNorthAmerica() as unknown as { load: (id: string) => Promise<string | null> }
  const metadata = fileURLToPath(import.meta.resolve('libphonenumber-js/metadata.min.json')).replace(
    /(\.js)?$/,
    '.js',
  )

  test('is enough to tell a number as the whole library does', async () => {
    const code = (await load(metadata)) ?? ''
    const kept = JSON.parse(code.replace('export default ', '')) as MetadataJson
    const parse = (text: string, country: 'US') => parseBy(text, country, kept)
    const numbers = [
      ...[
        '(617) 555-0134',
        '+1 617 555 0134',
        '6175550',
        '+1 416 555 0134',
        '+1 787 555 0134',
        '+1 671 555 0134',
      ],
      ...[
        '+1 876 555 0134',
        '+1 242 555 0134',
        '+44 20 7946 0018',
        '+49 30 901820',
        '911',
        '+1 911 555 0134',
        'x',
      ],
    ]
    const told = numbers.map((text) => isNorthAmerican(text, parse))
    expect(told).toEqual(numbers.map((text) => isNorthAmerican(text, parsePhoneNumberFromString)))
    expect(new Set(told)).toEqual(new Set([true, false]))
    for (const one of numbers)
      for (const other of numbers)
        expect(isSamePhone(one, other, parse), `${one}, ${other}`).toBe(
          isSamePhone(one, other, parsePhoneNumberFromString),
        )
  })

  test('is a quarter of what there is', async () => {
    const whole = JSON.stringify(
      await import('libphonenumber-js/metadata.min.json', { with: { type: 'json' } }),
    )
    expect((await load(metadata))?.length).toBeLessThan(whole.length / 4)
    expect(await load(fileURLToPath(import.meta.url))).toBeNull()
  })
})

describe('the calendars of the date pickers', () => {
  const { load } = gregorianCalendarAlone() as unknown as { load: (id: string) => Promise<string | null> }
  const fileOfCalendar = (name: string) =>
    fileURLToPath(import.meta.resolve('@internationalized/date')).replace(
      'index.mjs',
      `private/calendars/${name}.mjs`,
    )

  test('are the Gregorian one alone; another one is there by its name, and throws', async () => {
    expect(await load(fileOfCalendar('GregorianCalendar'))).toBeNull()
    const code = await load(fileOfCalendar('IslamicCalendar'))
    const stub = (await import(`data:text/javascript,${encodeURIComponent(code ?? '')}`)) as Record<
      string,
      new () => object
    >
    const names = ['IslamicCivilCalendar', 'IslamicTabularCalendar', 'IslamicUmalquraCalendar']
    expect(Object.keys(stub).sort()).toEqual(names)
    for (const Calendar of Object.values(stub)) expect(() => new Calendar()).toThrow('Gregorian')
  })
})
