import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Endpoint } from '@almanac/contract/endpoint'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)
const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
const LEAST_BYTES = 512

/** Preloads one font file of the bundle from the page's head; `name` is how the file's name begins. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'almanac:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(
          (path) => path.includes(`/${name}`) && path.endsWith('.woff2'),
        )
        if (!file) throw new Error(`The bundle has no font ${name}.`)
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Writes `.br` and `.gz` beside every text file of the output, at the highest quality, so that no request compresses. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'almanac:precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      await compressFolder(folder)
    },
  }
}

/** Compresses the text files under a folder; those under half a kilobyte are left alone. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < LEAST_BYTES) return
      const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
      await Promise.all([
        brotli(content, { params }).then((packed) => writeFile(`${path}.br`, packed)),
        gz(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ])
    }),
  )
}

const JSON_SCHEMA_MODULES = /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/

/**
 * Takes the making of JSON Schema out of zod, 4 kB that every page would carry: the server alone makes the OpenAPI
 * document. Asked for in a browser it throws.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'almanac:zod-without-json-schema',
    apply: 'build',
    async load(id) {
      if (!JSON_SCHEMA_MODULES.test(id)) return null
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)]
      return [
        "const refuse = () => { throw new Error('JSON Schema is made on the server alone.') }",
        'const give = () => refuse',
        ...names.map(([, name]) => `export const ${name} = give`),
      ].join('\n')
    },
  }
}

const CONTRACT_MODULE = /\/contract\/src\/[\w-]+\.ts$/
const RULES = '?rules'

/**
 * Leaves of every endpoint what a client sends a call by: its shapes are the server's and the types', and a browser would
 * build all of them before it shows anything. The rest of such a module, the rules of forms, is there for who imports it.
 */
export function endpointsWithoutShapes(): Plugin {
  return {
    name: 'almanac:endpoints-without-shapes',
    apply: 'build',
    async transform(_code, id) {
      if (id.endsWith(RULES)) return { moduleSideEffects: false }
      if (!CONTRACT_MODULE.test(id)) return null
      const members = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>)
      const endpoints = members.filter((member): member is [string, Endpoint] => isEndpoint(member[1]))
      if (endpoints.length === 0) return null
      const names = members.filter(([, value]) => !isEndpoint(value)).map(([name]) => name)
      const code = [
        ...endpoints.map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(callOf(endpoint))}`),
        names.length > 0 && `export { ${names.join(', ')} } from './${basename(id)}${RULES}'`,
      ]
      return { code: code.filter(Boolean).join('\n'), map: null, moduleSideEffects: false }
    },
  }
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function callOf({ method, path, files }: Endpoint) {
  return { method, path, ...(files && { files }) }
}

const OTHER_LANGUAGES =
  /(react-aria|react-stately|react-aria-components)[\\/]dist[\\/].*intl[\\/].*[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/** Takes React Aria's words in other languages than the product's out of the calendars' chunk, a quarter of it. */
export function dateWordsInEnglish(): Plugin {
  return {
    name: 'almanac:date-words-in-english',
    apply: 'build',
    load: (id) => (OTHER_LANGUAGES.test(id) ? 'export default {}' : null),
  }
}

const OTHER_CALENDARS =
  /@internationalized[\\/]date[\\/]dist[\\/]private[\\/]calendars[\\/](?!GregorianCalendar)\w+\.mjs$/

/** Takes the calendars that the product does not count by out of the same chunk. Asked for in a browser they throw. */
export function gregorianCalendarAlone(): Plugin {
  return {
    name: 'almanac:gregorian-calendar-alone',
    apply: 'build',
    async load(id) {
      if (!OTHER_CALENDARS.test(id)) return null
      const exported = /^export \{(.+)\};?$/m.exec(await readFile(id, 'utf8'))?.[1] ?? ''
      const names = [...exported.matchAll(/ as ([$\w]+)/g)].map(([, name]) => name)
      return [
        "class Other { constructor() { throw new Error('Days are counted by the Gregorian calendar alone.') } }",
        `export { ${names.map((name) => `Other as ${name}`).join(', ')} }`,
      ].join('\n')
    },
  }
}

const PHONE_METADATA = /libphonenumber-js[\\/]metadata\.min\.json\.js$/
const NORTH_AMERICA = '1'

interface PhoneMetadata {
  country_calling_codes: Record<string, string[]>
  countries: Record<string, unknown>
  nonGeographic: Record<string, unknown>
}

/**
 * Leaves of the world's number plans those of the code +1, two thirds of the library less: pages ask of a number only
 * whether it is one of the United States, its territories or Canada. The server keeps all of them.
 */
export function phonesOfNorthAmerica(): Plugin {
  return {
    name: 'almanac:phones-of-north-america',
    apply: 'build',
    async load(id) {
      if (!PHONE_METADATA.test(id)) return null
      const { default: all } = (await import(pathToFileURL(id).href)) as { default: PhoneMetadata }
      const kept = all.country_calling_codes[NORTH_AMERICA] ?? []
      const metadata: PhoneMetadata = {
        ...all,
        country_calling_codes: { [NORTH_AMERICA]: kept },
        countries: Object.fromEntries(Object.entries(all.countries).filter(([code]) => kept.includes(code))),
        nonGeographic: {},
      }
      return `export default ${JSON.stringify(metadata)}`
    },
  }
}
