import { readOptions } from './options.ts'
import { startSandbox } from './sandbox.ts'

const sandbox = await startSandbox(readOptions(process.env)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
let ending = false

function end(): void {
  if (ending) return
  ending = true
  // Two seconds are the most a supervisor waits; what is answered is on disk already.
  setTimeout(() => process.exit(0), 1500).unref()
  void sandbox.close().finally(() => process.exit(0))
}

process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('disconnect', end)
if (process.env.SANDBOX_EXIT_WITH_PARENT === '1') {
  // A killed parent can say nothing, but its end of the pipe closes.
  process.stdin.resume()
  process.stdin.on('end', end)
  process.stdin.on('close', end)
  process.stdin.on('error', end)
}
process.stdout.on('error', () => {})
process.stdout.write(`${JSON.stringify({ ready: true, port: sandbox.port, smtpPort: sandbox.smtpPort })}\n`)
