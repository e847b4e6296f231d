import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface TidyRule {
  /** What holds, as a sentence; the test carries it as its name. */
  name: string
  appliesTo(path: string): boolean
  /** What is wrong with this file, one line each. */
  find(path: string, text: string): string[]
  /** A file that breaks the rule: it proves that the rule bites. */
  counterExample: { path: string; text: string }
}

const root = join(import.meta.dirname, '..')
const isCode = (path: string) => /\.(ts|tsx|js|mjs|cjs)$/.test(path)
const isTest = (path: string) => /\.(test|e2e|contract)\.tsx?$|^server\/test\/|^e2e\//.test(path)
// Written in pieces, so that this file keeps the rules it states.
const word = (...pieces: string[]) => pieces.join('')

/** Lines of `text` that match, with their numbers. */
function matchingLines(text: string, pattern: RegExp): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${index + 1}: ${line.trim().slice(0, 120)}`] : []))
}

function longerThan(limit: number): (path: string, text: string) => string[] {
  return (_path, text) => {
    const lines = text.split('\n').length - 1
    return lines > limit ? [`${lines} lines, ${limit} at most`] : []
  }
}

function lineRule(
  name: string,
  appliesTo: TidyRule['appliesTo'],
  pattern: RegExp,
  path: string,
  text: string,
): TidyRule {
  return {
    name,
    appliesTo,
    find: (_path, source) => matchingLines(source, pattern),
    counterExample: { path, text },
  }
}

const vagueNames = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/i

export const tidyRules: TidyRule[] = [
  {
    name: 'a source file has at most 300 lines',
    appliesTo: (path) => isCode(path) && !isTest(path),
    find: longerThan(300),
    counterExample: { path: 'server/src/long.ts', text: '\n'.repeat(301) },
  },
  {
    name: 'a test file has at most 500 lines',
    appliesTo: isTest,
    find: longerThan(500),
    counterExample: { path: 'server/src/long.test.ts', text: '\n'.repeat(501) },
  },
  {
    name: 'no file or folder is named after being a place for anything',
    appliesTo: () => true,
    find: (path) => (vagueNames.test(path) ? ['say what it holds'] : []),
    counterExample: { path: 'web/src/api/date-helpers.ts', text: '' },
  },
  lineRule(
    'colours stand in the palette',
    (path) =>
      /^(web|server|contract)\/src\/.*\.(tsx?|css)$/.test(path) &&
      !isTest(path) &&
      !['contract/src/palette.ts', 'web/src/theme/palette.css'].includes(path),
    /#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b/i,
    'web/src/ui/card.module.css',
    '.card { color: #1b2a4a; }',
  ),
  lineRule(
    "features take the time from the clock or the database, not from the machine's calendar",
    (path) => path.startsWith('server/src/features/') && !isTest(path),
    /new Date\(\)|Date\.now\(\)/,
    'server/src/features/audio/rules.ts',
    'const now = new Date()',
  ),
  lineRule(
    'nothing is left for later in the code',
    isCode,
    new RegExp(`\\b(${word('TO', 'DO')}|${word('FIX', 'ME')})\\b`),
    'server/src/app.ts',
    `// ${word('TO', 'DO')}: later`,
  ),
  lineRule(
    'no test is skipped or runs alone',
    isTest,
    /\b(it|test|describe|suite)(\.\w+)*\.(skip|skipIf|runIf|only|todo|fixme|fails)\b/,
    'server/src/a.test.ts',
    `${word('it', '.skip')}('works', () => {})`,
  ),
  lineRule(
    'no file names a path of one machine',
    (path) => !path.endsWith('.svg'),
    new RegExp(`(^|[\\s'"\`(=:])/(${['home', 'Users', 'root', 'work'].join('|')})/[\\w.-]+`),
    'docs/a.md',
    `see ${word('/ho', 'me/me')}/notes`,
  ),
  {
    name: 'the lock file names no registry but the public one',
    appliesTo: (path) => path.endsWith('package-lock.json') || path.endsWith('.npmrc'),
    find: (_path, text) =>
      matchingLines(text, /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)|registry\s*=/).filter(
        (line) => !/"resolved": "(contract|server|web|sandbox)"/.test(line),
      ),
    counterExample: { path: 'package-lock.json', text: '"resolved": "http://10.0.0.1/x.tgz"' },
  },
  {
    name: 'a hint beneath a field ends with a period',
    appliesTo: (path) => /^web\/src\/.*\.tsx$/.test(path),
    find: (_path, text) =>
      [...text.matchAll(/\bhint=(?:"([^"]+)"|\{`([^`]+)`\})/g)]
        .map(([, words, template]) => words ?? template ?? '')
        .filter((hint) => !hint.endsWith('.')),
    counterExample: { path: 'web/src/a.tsx', text: '<TextField hint="Up to 4 MB" />' },
  },
  {
    name: 'every path cited in a document exists',
    appliesTo: (path) => path.endsWith('.md'),
    find: findDeadPaths,
    counterExample: { path: 'docs/a.md', text: 'see `server/src/nowhere.ts` and [this](./nowhere.md)' },
  },
]

/** Links, and code in backticks that begins like a path of this repository; what a build makes need not be there. */
function findDeadPaths(path: string, text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((target) => target && !/^[a-z]+:/.test(target))
    .map((target) => ({ target, file: join(root, dirname(path), target) }))
  const cited = [
    ...prose.matchAll(
      /`((?:contract|server|web|sandbox|e2e|tools|bench|docs|\.ci)\/[\w./@-]*|[A-Z]{3,}\.md)`/g,
    ),
  ]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^web\/dist/.test(target))
    .map((target) => ({ target, file: join(root, target) }))
  return [...links, ...cited]
    .filter(({ file }) => !existsSync(file))
    .map(({ target }) => `${target} does not exist`)
}
