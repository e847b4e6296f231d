/** Among them that the server takes no writes (it is a primary no more), and that its disk is full. */
const connectionLost = /^(08|57P0|53100|53300|25006)/
const socketErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOENT'])
const poolMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|^timeout expired$|Query read timeout/

/** Whether an error means that the database is away, as against a statement it refused. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return connectionLost.test(code) || socketErrors.has(code) || poolMessages.test(error.message)
}
