import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Listener } from './scene.ts'

export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * The statement of a charge, sent by pgbench as a prepared one from as many clients as there are listeners, each with a
 * wallet of its own and another audio session each time.
 *
 * @param model who made the charge that was recorded, and its audio session
 * @returns charges a second
 */
export async function loopStatement(
  databaseUrl: string,
  { sql, parameters }: Statement,
  model: { listener: Listener; session: string; others: readonly Listener[]; seconds: number },
): Promise<number> {
  const { listener, session, others, seconds } = model
  const first = Math.min(...others.map(({ id }) => id))
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const literalOf = (value: unknown): string => {
    if (value === null) return 'null'
    if (value === listener.id) return ':consumer'
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
    if (typeof value === 'number') return String(value)
    const parts = String(value)
      .split(new RegExp(`(${session}|\\b${listener.id}\\b)`))
      .filter((part) => part !== '')
      .map((part) =>
        part === session ? ':number::text' : part === String(listener.id) ? ':consumer::text' : quoted(part),
      )
    return `(${parts.join(' || ')})::text`
  }
  const text = sql
    .replace(/\$(\d+)/g, (_, index) => literalOf(parameters[Number(index) - 1]))
    .replaceAll('\n', ' ')
  const folder = await mkdtemp(join(tmpdir(), 'almanac-pgbench-'))
  const script = join(folder, 'charge.sql')
  await writeFile(
    script,
    `\\set consumer ${first} + :client_id\n\\set number random(1, 9000000000000000000)\n${text};\n`,
  )
  const clients = String(others.length)
  const ran = spawnSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      clients,
      '-j',
      '1',
      '-T',
      String(Math.max(3, seconds)),
      '-f',
      script,
      databaseUrl,
    ],
    { encoding: 'utf8' },
  )
  await rm(folder, { recursive: true, force: true })
  const perSecond = /tps = ([\d.]+)/.exec(ran.stdout)?.[1]
  if (ran.status !== 0 || !perSecond) throw new Error(`pgbench failed:\n${ran.stdout}\n${ran.stderr}`)
  return Number(perSecond)
}
