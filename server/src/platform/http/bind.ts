import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Params, Query } from '@almanac/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { AdminSession, askedSql, Session, TenantSession } from './session.ts'

/** A file received with a multipart body, in a private temporary place until the request ends. */
export interface ReceivedFile {
  readonly path: string
  readonly sizeBytes: number
  /** The client's name for it: for messages only, never for a path. */
  readonly fileName: string
}

/** An answer that is a file or an event stream. */
export interface Bytes {
  readonly status?: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | Buffer | null
}

type SessionOf<E extends Endpoint> = E['actor'] extends 'public'
  ? null
  : E['actor'] extends 'signed-in'
    ? Session
    : E['actor'] extends readonly (infer R)[]
      ? 'admin' extends R
        ? [R] extends ['admin']
          ? AdminSession
          : Session
        : TenantSession
      : never

/** The tenant of the path of a public or an admin's call; the feature that knows tenants says what there is to it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging, as the database's tables are
export interface PathTenant {}

type TenantOf<E extends Endpoint> = E['actor'] extends 'public' | readonly ['admin']
  ? Params<E> extends { customerUrl: string }
    ? PathTenant
    : null
  : null

/** One checked request: everything in it satisfies the endpoint's declaration. */
export interface Call<E extends Endpoint, Beside = null> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly session: SessionOf<E>
  /** Of a public call or an admin's; operators and consumers have their tenant in the session. */
  readonly tenant: TenantOf<E>
  /** What `readBeside` has read. */
  readonly beside: Beside
  readonly files: Readonly<Record<string, ReceivedFile>>
  readonly idempotencyKey: string | undefined
  readonly client: {
    readonly address: string
    readonly sessionToken: string | undefined
    /** Of a browser that signed in before. */
    readonly browserToken: string | undefined
  }
  /** Cookies of the answer. */
  readonly cookies: {
    startSession(token: string, isRemembered: boolean): void
    endSession(): void
    rememberBrowser(token: string): void
  }
  readonly request: FastifyRequest
}

export type Handled<E extends Endpoint> = E['response'] extends 'bytes' ? Bytes : Answer<E>

/** An endpoint with the use case that answers it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly run: (call: Call<Endpoint>, reply: FastifyReply) => unknown
  readonly readBeside?: ReadBeside<Endpoint>
}

/**
 * What a route reads in the statement that finds the session, to spare a round trip: an expression over that session
 * (`ownSql`) and over what each login asks for another of (`askedSql`). It is made once for each query, so that it must
 * hang on nothing else. The call's role and tenant are only checked then: it must show nothing of itself.
 */
export type ReadBeside<E extends Endpoint, Beside = unknown> = (
  query: Omit<Query<E>, keyof typeof askedSql>,
) => RawBuilder<Beside>

/** Binds an endpoint of the contract to its use case; the pipeline has checked all that the endpoint declares. */
export function bind<const E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<Handled<E>>,
): Route {
  return { endpoint, run: run as unknown as Route['run'] }
}

/** The same for a call that is answered by what `readBeside` reads with the session. */
export function bindBeside<const E extends Endpoint, Beside>(
  endpoint: E,
  readBeside: ReadBeside<E, Beside>,
  run: (call: Call<E, Beside>) => Handled<E> | Promise<Handled<E>>,
): Route {
  return {
    endpoint,
    run: run as unknown as Route['run'],
    readBeside: readBeside as unknown as ReadBeside<Endpoint>,
  }
}
