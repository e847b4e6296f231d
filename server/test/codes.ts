import type { TestApp } from './harness.ts'

/** The six digits of the newest message queued to an address or number. */
export async function readQueuedCode(app: TestApp, recipient: string): Promise<string> {
  const rows = await app.query<{ text: string }>(
    `select text from outbox_messages where recipient = '${recipient}' order by id desc limit 1`,
  )
  const code = rows[0]?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error(`No code was queued to ${recipient}`)
  return code
}

/** Another six digits than these. */
export function otherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}
