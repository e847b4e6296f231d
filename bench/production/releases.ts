import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const project = join(import.meta.dirname, '../..')
const parts = ['contract', 'deploy', 'server', 'sandbox', 'tools', 'web', 'package.json', 'package-lock.json']

/** What is changed of a hot table by a release: a column comes, and goes with the one after the next. */
const change = (number: number) => {
  const table = Math.ceil(number / 2) % 2 === 0 ? 'users' : 'wallets'
  return number % 2 === 1
    ? {
        isAdding: true,
        statement: `alter table ${table} add column of_release_${number} integer not null default 0`,
      }
    : { isAdding: false, statement: `alter table ${table} drop column of_release_${number - 1}` }
}

/**
 * Makes release `number` in a folder of its own: this project with the migrations of all releases up to it. Those of odd
 * numbers add, those of even ones remove what the one before has added.
 */
export async function makeRelease(folder: string, number: number): Promise<string> {
  const release = join(folder, `release-${number}`)
  for (const part of parts) await cp(join(project, part), join(release, part), { recursive: true })
  await symlink(join(project, 'node_modules'), join(release, 'node_modules'))
  for (let one = 1; one <= number; one++) {
    const { isAdding, statement } = change(one)
    const name = `9${String(one).padStart(3, '0')}_of_release_${one}.ts`
    await writeFile(
      join(release, 'server/migrations', name),
      `import { sql } from 'kysely'
${isAdding ? 'export const isAdding = true\n' : ''}export const up = (db: never) => sql\`${statement}\`.execute(db)\n`,
    )
  }
  return release
}
