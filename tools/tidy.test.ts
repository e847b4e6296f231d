import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tidyRules } from './tidy-rules.ts'

const root = join(import.meta.dirname, '..')
const generated = /(^|\/)(node_modules|dist|data|coverage|test-results|\.git)\//
const binary = /\.(mp3|png|jpe?g|webp|avif|ico|woff2?|ttf|otf|gz|br|zip|pdf)$/

/** What is tracked, and what is about to be; without git, everything that no tool has made. */
function listFiles(): string[] {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const listed = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\0').filter(Boolean)
  } catch {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
  }
}

const files = [...new Set(listFiles())].filter((path) => !generated.test(`${path}/`)).filter(isFile)
const texts = new Map(
  files.filter((path) => !binary.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

function isFile(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false
}

describe.each(tidyRules)('$name', (rule) => {
  it('holds', () => {
    const found = files
      .filter((path) => rule.appliesTo(path))
      .flatMap((path) => rule.find(path, texts.get(path) ?? '').map((what) => `${path}: ${what}`))
    expect(found).toEqual([])
  })

  it('bites', () => {
    const { path, text } = rule.counterExample
    expect(rule.appliesTo(path)).toBe(true)
    expect(rule.find(path, text)).not.toEqual([])
  })
})

it('reads the project', () => {
  expect(texts.has('tools/tidy-rules.ts')).toBe(true)
  expect(texts.size).toBeGreaterThan(50)
})
