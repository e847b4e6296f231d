import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

interface Row {
  says: string
  files: string[]
  tests: { file: string; name: string }[]
}

/** The rows of all tables but the last, which lists what is not there yet. */
function readRows(text: string): Row[] {
  const [built = ''] = text.split('\n## Not there yet')
  const lines = built.split('\n').filter((line) => line.startsWith('| '))
  return lines
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([, where]) => where !== 'Where it is')
    .map(([says = '', where = '', shown = '']) => ({
      says,
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      tests: [...shown.matchAll(/`([^`]+)`: (.+?)(?=<br>|$)/g)].map(([, file = '', name = '']) => ({
        file,
        name,
      })),
    }))
}

const contents = new Map<string, string>()

/** A file's text on one line, as its reader sees it: entities and escapes resolved. */
function textOf(file: string): string {
  const kept = contents.get(file)
  if (kept !== undefined) return kept
  const path = join(root, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const plain = text
    .replaceAll('&amp;', '&')
    .replace(/\\(['"`])/g, '$1')
    .replace(/\s+/g, ' ')
  contents.set(file, plain)
  return plain
}

/** Rows that name no file, or no test. */
function findEmpty(rows: readonly Row[]): string[] {
  return rows.filter(({ files, tests }) => files.length === 0 || tests.length === 0).map(({ says }) => says)
}

/** Tests that are cited and not there: the file must define one of that very name. */
function findMissingTests(rows: readonly Row[]): string[] {
  return rows.flatMap(({ tests }) =>
    tests
      .filter(
        ({ file, name }) => !["'", '"', '`'].some((quote) => textOf(file).includes(quote + name + quote)),
      )
      .map(({ file, name }) => `${file}: ${name}`),
  )
}

/** Texts in quotes that none of the row's files holds. */
function findMissingWords(rows: readonly Row[]): string[] {
  return rows.flatMap(({ says, files }) =>
    [...says.matchAll(/(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu)]
      .map(([, words = '']) => words)
      .filter((words) => !files.some((file) => textOf(file).includes(words)))
      .map((words) => `${words} (${files.join(', ')})`),
  )
}

const rows = readRows(document)

test('every row has a place and a test', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(findEmpty(rows)).toEqual([])
  const paths = rows.flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)])
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every test that the document names is there', () => {
  expect(findMissingTests(rows)).toEqual([])
})

test('every text quoted in the document stands in the code beside it', () => {
  expect(findMissingWords(rows)).toEqual([])
})

test('a row that promises too much is found', () => {
  const row =
    "| Says 'Purchase Everything' | `web/src/paths.ts` | `web/src/paths.test.ts`: every address of the moon |"
  const bad = readRows(`${row}\n| Nothing |  |  |\n\n## Not there yet\n\n| Later | - | - |`)
  expect(bad).toHaveLength(2)
  expect(findEmpty(bad)).toEqual(['Nothing'])
  expect(findMissingTests(bad)).toEqual(['web/src/paths.test.ts: every address of the moon'])
  expect(findMissingWords(bad)).toEqual(['Purchase Everything (web/src/paths.ts)'])
})
