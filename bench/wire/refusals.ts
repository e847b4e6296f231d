import { randomUUID } from 'node:crypto'
import { startSandbox } from '../../sandbox/src/sandbox.ts'
import type { Description, Provider } from './description.ts'
import type { ForbiddenRequest } from './forbidden.ts'
import { judge } from './judge.ts'

/**
 * Sends each request to a stand-in of its own, which has to refuse it in its provider's form; prints how many it does, and
 * those that it lets through.
 * @returns whether it refuses all
 */
export async function expectRefusals(
  descriptions: Partial<Record<Provider, Description>>,
  requests: readonly ForbiddenRequest[],
): Promise<boolean> {
  const sandbox = await startSandbox()
  const base = `http://127.0.0.1:${sandbox.port}`
  const through: string[] = []
  const table: Record<string, { forbidden: number; refused: number }> = {}
  try {
    const credentials = await credentialsOf(base)
    for (const request of requests) {
      const row = table[request.provider] ?? { forbidden: 0, refused: 0 }
      table[request.provider] = row
      row.forbidden++
      const problem = await problemOf(descriptions, base, credentials[request.provider], request)
      if (problem === null) row.refused++
      else through.push(`${request.provider}  ${request.operation}  ${request.change}  ${problem}`)
    }
  } finally {
    await sandbox.close()
  }
  console.log('\nForbidden requests')
  console.table(table)
  for (const line of through) console.log(`  ${line}`)
  return through.length === 0
}

async function credentialsOf(base: string): Promise<Record<Provider, string>> {
  const paypal = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('client:secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await paypal.json()) as { access_token: string }
  return {
    stripe: 'Bearer sk_test_almanac',
    paypal: `Bearer ${token}`,
    twilio: `Basic ${btoa(`SK${'0'.repeat(32)}:secret`)}`,
  }
}

/** Null where it was refused as it should be. */
async function problemOf(
  descriptions: Partial<Record<Provider, Description>>,
  base: string,
  authorization: string,
  { method, url, headers: changed, body, isForm }: ForbiddenRequest,
): Promise<string | null> {
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const given: Record<string, string> = {
    authorization,
    'PayPal-Request-Id': randomUUID(),
    ...(body !== undefined && { 'content-type': type }),
    ...changed,
  }
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const sent = body === undefined ? undefined : isForm ? writeForm(body) : JSON.stringify(body)
  const response = await fetch(base + url, { method, headers, ...(sent !== undefined && { body: sent }) })
  const text = await response.text()
  const { status } = response
  if (![400, 402, 422].includes(status)) return `answered with ${status}`
  const answer = { status, headers: Object.fromEntries(response.headers), body: text }
  const judged = judge(descriptions, { caller: 'sandbox', method, url, headers, body: sent ?? '', answer })
  return judged?.answer?.wrong[0] ?? null
}

/** The form that stands for a value, its parts named with brackets. */
function writeForm(value: unknown): string {
  const form = new URLSearchParams()
  const write = (part: unknown, name: string) => {
    if (typeof part !== 'object' || part === null) return form.append(name, String(part))
    for (const [key, inner] of Object.entries(part)) write(inner, name === '' ? key : `${name}[${key}]`)
  }
  write(value, '')
  return form.toString()
}
