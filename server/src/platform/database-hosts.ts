import pg from 'pg'

/** A server of several, by where it listens. */
interface Place {
  host: string
  port: number
}

/** How connections to a database are opened. */
export interface DatabaseAddress {
  /** The class of connections, pg's own where one host is named; a pool takes it as its option of that name. */
  readonly Client: typeof pg.Client
  /** What each of them is given, beside settings of one's own. */
  readonly options: pg.ClientConfig
}

/**
 * None of the hosts takes writes at the moment. Its code is PostgreSQL's own for `cannot connect now`.
 */
export class NoPrimaryError extends Error {
  readonly code = '57P03'

  constructor(hosts: number, options?: ErrorOptions) {
    super(`None of the ${hosts} hosts in DATABASE_URL takes writes`, options)
  }
}

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/

/**
 * The URLs of the hosts that a URL names, `postgresql://user:password@one:5432,two:5432/almanac`: one each. A URL with
 * one host, or with a socket's folder, is answered as it came.
 */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = form.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => before + host + after)
}

/** Whether each host of a URL can be read, and no other kind of server is asked for than one that takes writes. */
export function isDatabaseUrl(url: string): boolean {
  const urls = splitHosts(url)
  if (urls.length === 1) return true
  return urls.every((one) => {
    if (!URL.canParse(one)) return false
    const { hostname, searchParams } = new URL(one)
    const wanted = searchParams.get('target_session_attrs') ?? 'read-write'
    return hostname !== '' && ['read-write', 'primary'].includes(wanted)
  })
}

/** Opens connections to a URL's host; of several hosts to the one that takes writes, whichever that is at the moment. */
export function addressOf(url: string): DatabaseAddress {
  const urls = splitHosts(url)
  const [first = url] = urls
  const options = { connectionString: first }
  if (urls.length === 1) return { Client: pg.Client, options }
  return { Client: clientOfPrimary(new PrimaryFinder(urls)), options }
}

const askWithinMs = 2_000

/** Knows which of several servers takes writes, from the last time that this was asked until a connection fails. */
class PrimaryFinder {
  readonly #urls: readonly string[]
  #found: Promise<Place> | undefined
  #last: Place | undefined
  readonly #connections = new Map<pg.Client, Place>()

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** Asks all of them at once, and takes the first that says so. @throws NoPrimaryError. */
  find(): Promise<Place> {
    this.#found ??= this.#ask()
    return this.#found
  }

  /** Keeps a connection for as long as its server is the one that takes writes. */
  keep(client: pg.Client, place: Place): void {
    this.#connections.set(client, place)
    client.once('end', () => {
      this.#connections.delete(client)
      this.forget(place)
    })
  }

  /** The next connection asks anew: what is lost may be the server, and not the connection alone. */
  forget(place: Place): void {
    if (isSame(this.#last, place)) this.#found = undefined
  }

  async #ask(): Promise<Place> {
    try {
      const place = await Promise.any(this.#urls.map(askServer))
      this.#last = place
      this.#leaveOthers(place)
      return place
    } catch (error) {
      this.#found = undefined
      throw new NoPrimaryError(this.#urls.length, { cause: error })
    }
  }

  /** A server that was cut off says nothing: whoever waits for its answer would wait for minutes. */
  #leaveOthers(primary: Place): void {
    for (const [client, place] of this.#connections) {
      if (!isSame(place, primary)) client.connection.stream.destroy()
    }
  }
}

const isSame = (one: Place | undefined, other: Place) => one?.host === other.host && one.port === other.port

/** Where a server listens, if it takes writes. @throws Error where it does not, or does not say so in time. */
async function askServer(url: string): Promise<Place> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: askWithinMs,
    query_timeout: askWithinMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await refuseStandby(client)
    return { host: client.host, port: client.port }
  } finally {
    client.end().catch(() => undefined)
  }
}

async function refuseStandby(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('The server takes no writes')
}

type Connected = (error: Error | null) => void

/** A client that looks for its server when it connects; libpq calls that `target_session_attrs=read-write`. */
function clientOfPrimary(finder: PrimaryFinder): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<this> | undefined {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      connected.then(() => callback(null), callback)
    }

    async #connectToPrimary(): Promise<this> {
      const place = await finder.find()
      Object.assign(this, place)
      // Whoever asked for it listens once it is connected.
      this.on('error', () => undefined)
      try {
        await super.connect()
        await refuseStandby(this)
        finder.keep(this, place)
        return this
      } catch (error) {
        finder.forget(place)
        this.end().catch(() => undefined)
        throw error
      }
    }
  }
}
