import { type Logger, pino } from 'pino'

export type Log = Logger

/** Writes JSON lines to stdout; credentials, codes and cookies are never logged. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'code', '*.password', '*.code'],
  })
}
