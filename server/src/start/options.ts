import { createServer } from 'node:net'
import { parseArgs } from 'node:util'

/** Which half of the product a process runs. */
export type Role = 'all' | 'web' | 'worker'

/** Reads `--role=web|worker`. @throws Error for anything else. */
export function readRole(args: readonly string[]): Role {
  const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } })
  if (values.role === 'all' || values.role === 'web' || values.role === 'worker') return values.role
  throw new Error(`--role is web or worker, not "${values.role}".`)
}

/** The port asked for, or a free one for 0. @throws Error with a sentence when the port is taken. */
export async function settlePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = `Port ${port} of ${host} is taken by another program. Set PORT to a free one.`
      reject(error.code === 'EADDRINUSE' ? new Error(sentence) : error)
    })
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
