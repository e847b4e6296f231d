import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTrespasses, readTables } from './table-writers.ts'

test('a feature writes only the tables that it declares', () => {
  const reading = readTables(join(import.meta.dirname, '..'))
  expect(findTrespasses(reading)).toEqual([])
  // What reads nothing finds nothing.
  expect(reading.owners.get('users')).toBe('identity')
  expect(reading.owners.get('plays')).toBe('audio')
  const written = new Set(reading.writes.map(({ table }) => table))
  // Those that only the demo and migrations fill, and entries, which the ledger's door alone writes.
  const unwritten = ['ledgerEntries']
  expect([...reading.owners.keys()].filter((table) => !written.has(table)).sort()).toEqual(unwritten)
})

const feature = (name: string, file: string) => `server/src/features/${name}/${file}.ts`
const tablesOf = (...names: string[]) =>
  `declare module '../../platform/database.ts' {\n  interface Tables {\n${names.map((name) => `    ${name}: { id: number }\n`).join('')}  }\n}\n`

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'almanac-tables-'))
  const planted: Record<string, string> = {
    [feature('identity', 'tables')]: tablesOf('users', 'oneTimeCodes'),
    [feature('identity', 'own')]: "tx.updateTable('users')\n.insertInto('oneTimeCodes')",
    [feature('audio', 'tables')]: tablesOf('plays'),
    [feature('audio', 'call')]: "tx\n  .updateTable('users')\n  .set({})",
    [feature('audio', 'text')]:
      'sql`with a as (\n  insert into plays (id) select 1\n)\nupdate users u\nset name = 1`',
    [feature('audio', 'short')]: 'sql`update one_time_codes set ended_at = now()`',
    [feature('audio', 'gone')]: 'sql`delete from users where id = 1`',
    [feature('audio', 'any')]: 'tx.deleteFrom(table)',
    [feature('audio', 'reads')]:
      "// update users set\nsql`select from users u for update of u`; tx.selectFrom('users')",
    [feature('audio', 'own.test')]: "tx.deleteFrom('users')",
  }
  for (const [path, text] of Object.entries(planted)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('a write to what belongs to another is found, however it is written', () => {
  expect(findTrespasses(readTables(root)).sort()).toEqual([
    `${feature('audio', 'any')}:1 writes table, which nobody declares`,
    `${feature('audio', 'call')}:2 writes users, which is of identity`,
    `${feature('audio', 'gone')}:1 writes users, which is of identity`,
    `${feature('audio', 'short')}:1 writes oneTimeCodes, which is of identity`,
    `${feature('audio', 'text')}:4 writes users, which is of identity`,
  ])
})
