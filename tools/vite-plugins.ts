import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
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
