import { type APIRequestContext, expect } from 'playwright/test'

export interface Message {
  channel: 'sms' | 'email'
  to: string
  subject: string
  text: string
}

const codePattern = /\b\d{6}\b/

/** What the sandbox received for an address or an E.164 number, newest first. */
export async function readMessages(request: APIRequestContext, to: string): Promise<Message[]> {
  const answer = await request.get('/sandbox/messages', { params: { to } })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: Message[] }).data
}

/** The six digits of the newest code to a recipient, once `count` of them have arrived. */
export async function receiveCode(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const codes = async () =>
    (await readMessages(request, to)).flatMap(({ text }) => codePattern.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await codes()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  return (await codes())[0] ?? ''
}

/** A slip in the last of six digits: whoever corrects it types most of them over themselves. */
export function otherCode(code: string): string {
  return `${code.slice(0, 5)}${code.endsWith('0') ? '1' : '0'}`
}
