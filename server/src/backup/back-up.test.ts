import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'

test('a backup can be entered by its owner alone, whatever the umask', async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'almanac-back-up-'))
  try {
    await mkdir(join(folder, 'data/files'), { recursive: true })
    await writeFile(join(folder, 'data/files/reading'), 'sound')
    const program = new URL('./back-up.ts', import.meta.url).pathname
    const command = `umask 000; exec "$0" "$1" --to "$2"`
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') }
    await promisify(execFile)('sh', ['-c', command, process.execPath, program, join(folder, 'backup')], {
      env,
    })
    expect((await stat(join(folder, 'backup/files/reading'))).isFile()).toBe(true)
    expect(((await stat(join(folder, 'backup'))).mode & 0o777).toString(8)).toBe('700')
  } finally {
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  }
})
