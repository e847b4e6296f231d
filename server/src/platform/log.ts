import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Writes JSON lines, to stdout unless said otherwise; credentials, codes and cookies are never logged. What becomes of one
 * purchase or delivery is told at `info`, each line with its id as `purchase` or `delivery`.
 */
export function createLog(level: string, to: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'password', 'code', '*.password', '*.code'],
  }
  return pino(options, to)
}
