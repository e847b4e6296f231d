import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that may be read from a file, e.g. one of a secret store: `APP_SECRET_FILE` names the file of `APP_SECRET`. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'APP_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_API_KEY_SECRET',
  'TWILIO_AUTH_TOKEN',
  'SMTP_URL',
  'BOUNCE_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
] as const

/**
 * Reads the files that an environment names, each without the line breaks at its end.
 *
 * @returns the settings read, and one line for each file that can't be used; values are never part of it
 */
export function readSecretFiles(environment: Environment): {
  secrets: Record<string, string>
  problems: string[]
} {
  const secrets: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secretNames) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    if (environment[name]) {
      problems.push(`${name}_FILE: is given together with ${name}; give one of them`)
      continue
    }
    try {
      secrets[name] = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '')
      if (secrets[name] === '') problems.push(`${name}_FILE: ${path} is empty`)
    } catch (error) {
      problems.push(`${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { secrets, problems }
}
