import type { ReplyWish, SignedForm, SmsCallbacks } from '../../features/delivery/ports.ts'
import type { FaultReport } from './account-faults.ts'
import { loadTwilio } from './client.ts'
import { statusOf } from './outcomes.ts'

/**
 * The words that Twilio acts on by itself, where it does not name them in `OptOutType`, which it does with Advanced Opt-Out
 * alone. It acts on nothing but the bare word: `STOP.` is no keyword to it.
 */
const words: Record<ReplyWish, readonly string[]> = {
  stop: ['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL'],
  start: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO'],
}

/** Checks and reads Twilio's callbacks. The signature covers the address called, which must be our public one. */
export function twilioCallbacks(
  options: { authToken: string; publicUrl: string },
  report: Pick<FaultReport, 'undelivered'>,
): SmsCallbacks {
  const origins = sameOrigins(options.publicUrl)
  async function isGenuine({ pathAndQuery, signature, fields }: SignedForm): Promise<boolean> {
    if (signature === undefined) return false
    const { validateRequest } = await loadTwilio()
    return origins.some((origin) =>
      validateRequest(options.authToken, signature, origin + pathAndQuery, fields),
    )
  }

  return {
    async readStatus(form) {
      const { MessageSid, MessageStatus, ErrorCode } = form.fields
      if (!MessageSid || !MessageStatus || !(await isGenuine(form))) return null
      const code = Number(ErrorCode) || null
      if (code) report.undelivered(code)
      return statusOf(MessageSid, MessageStatus, code)
    },
    async readInbound(form) {
      const { From, Body = '', OptOutType } = form.fields
      if (!From || !(await isGenuine(form))) return null
      return { from: From, text: Body, handledAs: keywordOf(OptOutType ?? Body) }
    },
  }
}

function keywordOf(text: string): ReplyWish | null {
  const word = text.trim().toUpperCase()
  const keywords = Object.keys(words) as (keyof typeof words)[]
  return keywords.find((keyword) => words[keyword].includes(word)) ?? null
}

/** On loopback the names `localhost` and `127.0.0.1` are one place. */
function sameOrigins(publicUrl: string): string[] {
  const { origin } = new URL(publicUrl)
  const swapped = origin.includes('://localhost')
    ? origin.replace('://localhost', '://127.0.0.1')
    : origin.replace('://127.0.0.1', '://localhost')
  return swapped === origin ? [origin] : [origin, swapped]
}
