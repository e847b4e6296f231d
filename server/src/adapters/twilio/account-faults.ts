import type { Sms } from '../../features/messages/ports.ts'
import type { Log } from '../../platform/log.ts'
import { codeOf } from './outcomes.ts'

/** Twilio's codes that no recipient is to blame for, and the setting, here or at Twilio, that is. */
const settingsToBlame: Readonly<Record<number, string>> = {
  20003:
    'TWILIO_ACCOUNT_SID, TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET: Twilio does not accept them together',
  21609:
    'PUBLIC_URL: Twilio does not take the address of its status callbacks, which must be a public https one',
  21408:
    'The account may not send SMS to this country: its Messaging Geographic Permissions at Twilio say so',
  21606: 'TWILIO_MESSAGING_SERVICE_SID: its sender can send no SMS there',
  21608: 'The account is a trial one, which sends to verified numbers alone',
  21701: 'TWILIO_MESSAGING_SERVICE_SID: Twilio knows no such Messaging Service',
}

/** The same of reports on messages that were taken, and that no carrier then delivered. */
const registrationsToBlame: Readonly<Record<number, string>> = {
  30002: 'The account is suspended at Twilio',
  30032: 'The toll-free number of the messaging service is not verified',
  30034: 'The number of the messaging service belongs to no registered campaign (A2P 10DLC)',
}

const silenceMs = 60_000

/**
 * Tells the operator which setting keeps messages from leaving or arriving, once a minute for each: meanwhile every message
 * meets the same, is tried again or returned, and costs nobody anything.
 */
export function makeFaultReport(log: Pick<Log, 'error'> | undefined) {
  const toldAtMs = new Map<number, number>()
  const tell = (code: number, about: object, sentence: string): void => {
    const isFresh = performance.now() - (toldAtMs.get(code) ?? Number.NEGATIVE_INFINITY) >= silenceMs
    if (!log || !isFresh) return
    toldAtMs.set(code, performance.now())
    log.error({ twilio: code, ...about }, sentence)
  }
  return {
    /** Of a message that was refused. */
    refused(error: unknown, { statusCallbackUrl }: Pick<Sms, 'statusCallbackUrl'>): void {
      const code = codeOf(error)
      const setting = settingsToBlame[code]
      if (setting) tell(code, { statusCallbackUrl }, `No SMS can leave. ${setting}`)
    },
    /** Of a message that was reported on. */
    undelivered(code: number): void {
      const registration = registrationsToBlame[code]
      if (registration) tell(code, {}, `No SMS arrives. ${registration}`)
    },
  }
}

export type FaultReport = ReturnType<typeof makeFaultReport>
