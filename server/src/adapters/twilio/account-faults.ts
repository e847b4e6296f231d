import type { Sms } from '../../features/messages/ports.ts'
import type { Log } from '../../platform/log.ts'
import { codeOf } from './outcomes.ts'

/** Twilio's codes that no recipient is to blame for, and the setting that is. */
const settingsToBlame: Readonly<Record<number, string>> = {
  20003:
    'TWILIO_ACCOUNT_SID, TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET: Twilio does not accept them together',
  21609:
    'PUBLIC_URL: Twilio does not take the address of its status callbacks, which must be a public https one',
  21701: 'TWILIO_MESSAGING_SERVICE_SID: Twilio knows no such Messaging Service',
}

const silenceMs = 60_000

/**
 * Tells the operator which setting keeps messages from leaving, once a minute for each: meanwhile every message is
 * refused for the same reason, is tried again and loses nothing.
 */
export function makeFaultReport(log: Pick<Log, 'error'> | undefined) {
  const toldAtMs = new Map<number, number>()
  return (error: unknown, { statusCallbackUrl }: Pick<Sms, 'statusCallbackUrl'>): void => {
    const code = codeOf(error)
    const setting = settingsToBlame[code]
    const isFresh = performance.now() - (toldAtMs.get(code) ?? Number.NEGATIVE_INFINITY) >= silenceMs
    if (!log || !setting || !isFresh) return
    toldAtMs.set(code, performance.now())
    log.error({ twilio: code, statusCallbackUrl }, `No SMS can leave. ${setting}`)
  }
}
