import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { contactNumber, email, fullName, newPassword, timeZone, username } from '@almanac/contract/fields'
import { z } from 'zod'
import { addAdmin, hashPassword } from '../features/identity/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { DomainError } from '../platform/errors.ts'
import { migrateToLatest } from '../platform/migrate.ts'

const usage = `npm run admin:create -- --username ada --full-name "Ada Whitlock" --email ada@almanac.example \\
    --contact-number "+1 202 555 0100"

Makes an admin in the database that DATABASE_URL names, who can log in at once at /admin/login. The password is asked for
twice; where there is no terminal it is the first line of the input.

With --time-zone, that of the profile, which is America/New_York otherwise.`

const person = z.object({ username, fullName, email, contactNumber, timeZone, password: newPassword })

type Person = z.output<typeof person>

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      'full-name': { type: 'string' },
      email: { type: 'string' },
      'contact-number': { type: 'string' },
      'time-zone': { type: 'string', default: 'America/New_York' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const config = readConfig(process.env)
  const databaseUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (!databaseUrl) throw new ConfigError(['DATABASE_URL: names the database that the admin is made in'])
  const given = {
    username: values.username,
    fullName: values['full-name'],
    email: values.email,
    contactNumber: values['contact-number'],
    timeZone: values['time-zone'],
  }
  // What is wrong is said before a password is asked for.
  check(person.omit({ password: true }), given)
  const admin = check(person, { ...given, password: await readPassword() })
  await create(databaseUrl, admin, config.DATABASE_PREPARED_STATEMENTS === 'on')
  console.log(`${admin.username} can log in at /admin/login.`)
}

function check<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const checked = schema.safeParse(given)
  if (checked.success) return checked.data
  throw new Error([...checked.error.issues.map(({ message }) => message), '', usage].join('\n'))
}

async function create(databaseUrl: string, { password, ...shown }: Person, prepare: boolean): Promise<void> {
  await migrateToLatest(databaseUrl)
  const passwordHash = await hashPassword(password)
  const db = openDatabase(databaseUrl, { poolSize: 1, prepare })
  try {
    await db.transact((tx) => addAdmin(tx, { ...shown, passwordHash }))
  } finally {
    await db.close()
  }
}

/** What is typed shows nowhere. */
async function readPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  try {
    const ask = async (words: string) => {
      process.stderr.write(words)
      const answer = await lines.question('')
      process.stderr.write('\n')
      return answer
    }
    if (!isTerminal) {
      const first = await lines[Symbol.asyncIterator]().next()
      return first.done ? '' : first.value
    }
    lines.once('SIGINT', () => process.exit(130))
    const password = await ask('Password: ')
    if (password !== (await ask('Once more: '))) throw new Error('The two are not the same.')
    return password
  } finally {
    lines.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof DomainError || error instanceof Error ? error.message : error)
  process.exit(1)
})
