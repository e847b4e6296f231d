import type { ProviderCheck } from '../../platform/provider-check.ts'

/**
 * Shows whether the mail host lets us in, without a letter. A password is never sent in the clear for it, unless that was
 * allowed. Never rejects.
 */
export async function checkSmtpLogin(
  url: string,
  timeoutMs: number,
  { allowPlaintext = false, helloName }: { allowPlaintext?: boolean; helloName?: string | undefined } = {},
): Promise<ProviderCheck> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    ...(helloName ? { name: helloName } : {}),
    requireTLS: !allowPlaintext && new URL(url).username !== '',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return { kind: 'works' }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return code === 'EAUTH'
      ? { kind: 'refused', problem: 'SMTP_URL: the mail host does not accept this user and password' }
      : { kind: 'unknown', reason: `did not let us in: ${message}` }
  } finally {
    transport.close()
  }
}
