/**
 * Which table is whose, and who writes it: a feature of the server writes the tables that its own `tables.ts` declares,
 * and asks another feature's door for anything else. Reads SQL in both of its forms, Kysely's calls and text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement that changes rows: by whom, of which table. */
export interface TableWrite {
  file: string
  line: number
  table: string
}

export interface TableReading {
  /** Table by its name in code, with the feature that declares it; `platform` for the platform's own. */
  owners: Map<string, string>
  writes: TableWrite[]
}

const sources = ['server/src/features', 'server/src/platform', 'server/src/adapters', 'server/src/start']
const isRead = (name: string) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name)

/** Reads every table and every write of the server at `root`. */
export function readTables(root: string): TableReading {
  const files = sources.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter(isRead)
          .map((name) => join(folder, name))
      : [],
  )
  const owners = new Map<string, string>()
  const writes: TableWrite[] = []
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const table of declaredTables(text)) owners.set(table, ownerOf(file))
    writes.push(...findWrites(file, text))
  }
  return { owners, writes }
}

/** Writes by those to whom the table does not belong, one sentence each; a table of nobody is one too. */
export function findTrespasses({ owners, writes }: TableReading): string[] {
  return writes
    .filter(({ file, table }) => owners.get(table) !== ownerOf(file))
    .map(({ file, line, table }) => {
      const owner = owners.get(table)
      return `${file}:${line} writes ${table}, ${owner ? `which is of ${owner}` : 'which nobody declares'}`
    })
}

function ownerOf(file: string): string {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? file.split('/')[2] ?? file
}

/** The keys of `interface Tables`, which stand four spaces deep. */
function declaredTables(text: string): string[] {
  const [, body] = /interface Tables \{\n([\s\S]*?)\n {2}\}/.exec(text) ?? []
  return [...(body ?? '').matchAll(/^ {4}(\w+): \{/gm)].map((match) => match[1] ?? '')
}

const called = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*([^)]*?)\s*\)/g
const written =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_]+)/gi
const updated = /\bupdate\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/gi

function findWrites(file: string, text: string): TableWrite[] {
  const code = withoutComments(text)
  const found = (pattern: RegExp, nameOf: (match: string) => string) =>
    [...code.matchAll(pattern)].map((match) => ({
      file,
      line: code.slice(0, match.index).split('\n').length,
      table: nameOf(match[1] ?? ''),
    }))
  return [
    // A table that is not written out stays as it stands, and so is nobody's.
    ...found(called, (argument) => /^'(\w+)( as \w+)?'$/.exec(argument)?.[1] ?? argument),
    ...found(written, camelCase),
    ...found(updated, camelCase),
  ]
}

/** Comments blanked, line by line. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '')
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
