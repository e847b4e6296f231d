import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretNames } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  test.each(secretNames)('%s is read from the file that it names, without the last line break', (name) => {
    const value = 'postgresql://almanac:thirty-two-characters-or-more@db.example/almanac'
    // The two are given together or not at all.
    const others = name === 'BOUNCE_WEBHOOK_SECRET' ? { BOUNCE_ADDRESS: 'bounces@almanac.example' } : {}
    expect(readConfig({ ...others, [`${name}_FILE`]: fileWith(`${value}\n`) })[name]).toBe(value)
  })

  test('is refused beside the setting itself, where it is missing, and where it is empty', () => {
    const missing = join(folder, 'missing')
    const empty = fileWith('\n')
    const read = () =>
      readConfig({
        APP_SECRET: 'my-own-secret-that-nobody-is-shown',
        APP_SECRET_FILE: missing,
        SMTP_URL_FILE: missing,
        METRICS_TOKEN_FILE: empty,
      })
    expect(read).toThrow(/APP_SECRET_FILE: is given together with APP_SECRET/)
    expect(read).toThrow(`SMTP_URL_FILE: ${missing} cannot be read (ENOENT)`)
    expect(read).toThrow(`METRICS_TOKEN_FILE: ${empty} is empty`)
    expect(read).not.toThrow(/my-own-secret/)
  })

  test('is documented for each setting that holds one', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
    const paragraph = page.slice(page.indexOf('A secret may come from a file'), page.indexOf('Without any,'))
    expect(secretNames.filter((name) => !paragraph.includes(`\`${name}\``))).toEqual([])
  })
})
