import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** The rows of the table below a heading, as their cells. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = document.split(`\n### ${heading}\n`)
  const [own = ''] = section.split(/\n##+ /)
  const lines = own.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(' |')
      .map((cell) => cell.trim()),
  )
}

const codeIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

const roles = rowsBelow('Roles of a server file').flatMap(([file]) => codeIn(file))
const features = new Map(
  rowsBelow('What each feature has in the three places').map(([name, contract, server, web]) => [
    codeIn(name)[0] ?? '',
    { contract: codeIn(contract), subjects: codeIn(server), web: codeIn(web) },
  ]),
)

const serverFeatures = join(root, 'server/src/features')
const files = readdirSync(serverFeatures, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(path),
)

/** Which role a file has; undefined where ARCHITECTURE.md has no word for it. */
function roleOf(path: string, subjects: readonly string[]): string | undefined {
  const [, file = ''] = /([^/]+)$/.exec(path) ?? []
  const name = file.replace(/\.ts$/, '')
  if (roles.includes(file)) return file
  if (name.endsWith('-store') && roles.includes('<noun>-store.ts')) return '<noun>-store.ts'
  if (subjects.includes(name)) return '<noun>.ts'
  const act = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const text = readFileSync(join(serverFeatures, path), 'utf8')
  const isAct = new RegExp(`^export (async )?(function|class) ${act}\\b`, 'im').test(text)
  return isAct && roles.includes('<verb>-<noun>.ts') ? '<verb>-<noun>.ts' : undefined
}

test('every file of a server feature has a role that ARCHITECTURE.md names', () => {
  expect(files.length).toBeGreaterThan(100)
  const nameless = files.filter((path) => {
    const [feature = ''] = path.split('/')
    return roleOf(path, features.get(feature)?.subjects ?? []) === undefined
  })
  expect(nameless).toEqual([])
})

test('a file that ARCHITECTURE.md has no word for is found', () => {
  expect(roleOf('audio/charge-audio.ts', [])).toBe('<verb>-<noun>.ts')
  expect(roleOf('payments/customer-store.ts', [])).toBe('<noun>-store.ts')
  expect(roleOf('audio/paid-play.ts', ['paid-play'])).toBe('<noun>.ts')
  expect(roleOf('audio/paid-play.ts', [])).toBeUndefined()
})

test('every role occurs, and every job is declared in a jobs.ts', () => {
  const occurring = new Set(
    files.map((path) => roleOf(path, features.get(path.split('/')[0] ?? '')?.subjects ?? [])),
  )
  expect(roles.filter((role) => !occurring.has(role))).toEqual([])
  const declaring = files.filter((path) =>
    /\): (readonly )?Job\[\]/.test(readFileSync(join(serverFeatures, path), 'utf8')),
  )
  expect(declaring.filter((path) => !path.endsWith('/jobs.ts'))).toEqual([])
  expect(declaring.length).toBeGreaterThan(0)
})

describe('what each feature has in the three places is what is there', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const web = foldersOf('web/src/features')
  const server = foldersOf('server/src/features')

  test('every feature has a row', () => {
    expect([...server, ...web].filter((name) => !features.has(name))).toEqual([])
  })

  test.each([...features])('%s', (name, { contract, subjects, web: screens }) => {
    expect(contract).toEqual(existsSync(join(root, `contract/src/${name}.ts`)) ? [`${name}.ts`] : [])
    if (server.includes(name)) {
      const missing = subjects.filter((one) => !existsSync(join(serverFeatures, name, `${one}.ts`)))
      expect(missing).toEqual([])
    }
    const own = screens.filter((folder) => folder === name || folder.startsWith(`${name}/`))
    expect(own.length > 0).toBe(web.includes(name))
    expect(own.filter((folder) => !existsSync(join(root, 'web/src/features', folder)))).toEqual([])
  })
})
