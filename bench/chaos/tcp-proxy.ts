import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What to do with bytes on their way to the server. */
export type Verdict =
  | 'pass'
  /** They never leave. */
  | 'cut-before'
  /** They leave, and the connection ends at once: they may or may not have arrived. */
  | 'cut-after'
  /** They leave, and the connection ends when the answer comes: they were acted on, and nobody learns of it. */
  | 'cut-at-answer'

export interface TcpProxy {
  readonly port: number
  /** Where new connections lead; null refuses them. */
  lead(port: number | null): void
  /** Bytes stop in both directions, on connections old and new, without an error; `false` lets them go on. */
  hush(isSilent: boolean): void
  /** Ends a share of the connections, in percent, both sides at once. @returns how many */
  cut(isChosen?: () => boolean): number
  close(): Promise<void>
}

interface Connection {
  client: Socket
  server: Socket
  cut(): void
}

/** Stands between a client and a server of this machine, and treats their connections badly. */
export async function openTcpProxy(judge: (sent: Buffer) => Verdict = () => 'pass'): Promise<TcpProxy> {
  const connections = new Set<Connection>()
  let target: number | null = null
  let isHushed = false

  const listener = createServer((client) => {
    if (target === null) {
      client.on('error', () => undefined)
      client.resetAndDestroy()
      return
    }
    const server = connect({ port: target, host: '127.0.0.1' })
    const connection = join(client, server, judge)
    connections.add(connection)
    client.once('close', () => connections.delete(connection))
    if (isHushed) setFlow(connection, false)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  function cut(isChosen: () => boolean = () => true): number {
    const chosen = [...connections].filter(isChosen)
    for (const connection of chosen) connection.cut()
    return chosen.length
  }

  return {
    port: (listener.address() as AddressInfo).port,
    lead(port) {
      target = port
    },
    hush(isSilent) {
      isHushed = isSilent
      for (const connection of connections) setFlow(connection, !isSilent)
    },
    cut,
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}

function join(client: Socket, server: Socket, judge: (sent: Buffer) => Verdict): Connection {
  let isAnswerAwaited = false
  const cut = () => {
    client.resetAndDestroy()
    server.resetAndDestroy()
  }
  client.on('data', (sent) => {
    const verdict = isAnswerAwaited ? 'pass' : judge(sent)
    if (verdict === 'cut-before') return cut()
    if (verdict === 'cut-at-answer') isAnswerAwaited = true
    if (verdict === 'cut-after') return void server.write(sent, cut)
    server.write(sent)
  })
  server.on('data', (answer) => {
    if (isAnswerAwaited) cut()
    else client.write(answer)
  })
  // One side's end is the other's: a half of a connection is of no use to either.
  client.on('end', () => server.end())
  server.on('end', () => client.end())
  client.on('error', () => server.destroy())
  server.on('error', () => client.resetAndDestroy())
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
  return { client, server, cut }
}

function setFlow({ client, server }: Connection, isFlowing: boolean): void {
  for (const socket of [client, server]) {
    if (isFlowing) socket.resume()
    else socket.pause()
  }
}
