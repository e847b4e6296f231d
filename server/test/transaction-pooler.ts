import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A pooler in transaction mode that knows nothing of prepared statements, as PgBouncer before 1.21: for each transaction
 * of a client it gives out the server connection that was used last, and passes bytes on as they are.
 */
export async function openTransactionPooler(
  databaseUrl: string,
  size: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const servers = await Promise.all(Array.from({ length: size }, () => connectRaw(databaseUrl)))
  const idle = [...servers]
  const waiting: ((server: Socket) => void)[] = []
  const clients = new Set<Socket>()
  const giveBack = (server: Socket) => {
    const next = waiting.shift()
    if (next) next(server)
    else idle.push(server)
  }
  const take = async () => idle.pop() ?? new Promise<Socket>((resolve) => waiting.push(resolve))

  const listener = createServer((client) => {
    clients.add(client.on('error', () => undefined))
    let isStarted = false
    let server: Promise<Socket> | undefined
    const readMessages = frame((type, message) => {
      if (type === 'X') return void client.end()
      server ??= take().then((taken) => {
        const onData = frame((answer, bytes) => {
          client.write(bytes)
          if (answer !== 'Z' || bytes.toString('latin1', 5) !== 'I') return
          taken.off('data', onData)
          server = undefined
          giveBack(taken)
        })
        return taken.on('data', onData)
      })
      void server.then((taken) => taken.write(message))
    })
    client.on('data', (bytes) => {
      if (isStarted) return readMessages(bytes)
      isStarted = true
      client.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'))
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  return {
    url: url.href,
    async close() {
      for (const socket of [...clients, ...servers]) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** A connection that has logged in, with nobody listening to it any more. */
async function connectRaw(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { stream } = client.connection as unknown as { stream: Socket }
  stream.removeAllListeners()
  return stream.on('error', () => undefined)
}

/** Cuts a stream into PostgreSQL's messages: a letter, a length, and so many bytes. */
function frame(onMessage: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1)
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(message.toString('latin1', 0, 1), message)
    }
  }
}
