import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** The three kinds of user, as the wire names them: `customer` is a tenant's operator. */
export type Role = 'admin' | 'customer' | 'consumer'

/** Who may call an endpoint: anybody, any signed-in user, or the roles named. */
export type Actor = 'public' | 'signed-in' | readonly Role[]

/** A file of a multipart body. */
export interface FileField {
  readonly maxBytes: number
  readonly required: boolean
  /** What a person reads where it is required and missing. */
  readonly missing?: string
  /** What a file over `maxBytes` is answered. */
  readonly tooLarge: ErrorCode
  /** What it may be; it is known by its content, whatever the client calls it. */
  readonly mediaTypes?: readonly string[]
}

/** What an answer of bytes is. */
export interface ByteContent {
  readonly mediaTypes: readonly string[]
  /** Whether `Range` is honored: the answer is then 206, or 416 where there is no such part. */
  readonly takesRange?: boolean
  /** Whether it has an `ETag`: who sends it as `If-None-Match` is answered 304. */
  readonly hasTag?: boolean
}

/** An answer that a spreadsheet opens: UTF-8 with a byte order mark, lines as RFC 4180 has them, the first one heads. */
export const csvFile = { response: 'bytes', content: { mediaTypes: ['text/csv'] } } as const

/**
 * One call of the API as data. The server binds it to a use case, the client calls it, the OpenAPI
 * document and the sweeps over all endpoints are made from it.
 *
 * `:customerUrl` in a path is the tenant and must be the session's; `:consumerId` is the session's own consumer.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly actor: Actor
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly files?: Readonly<Record<string, FileField>>
  /** Shape of the answer; `'bytes'` where the answer is a file or an event stream. */
  readonly response: z.ZodType | 'bytes'
  /** Of an answer of bytes. */
  readonly content?: ByteContent
  /** 200 unless said otherwise; 201 where something is created. */
  readonly status?: 200 | 201
  /** Codes beyond those every endpoint can answer (see `commonErrors`). */
  readonly errors: readonly ErrorCode[]
  /** True where an `Idempotency-Key` header is honoured. */
  readonly idempotent?: boolean
  /** True where a GET changes state, so that it is refused to other sites' pages. */
  readonly changesState?: boolean
  /** Whether its success sets or clears the session's cookie. */
  readonly session?: 'starts' | 'ends'
  /**
   * The segments that the `*` of a path stands for, with what they are: a client that is made from the description
   * writes a slash in a parameter as `%2F`.
   */
  readonly segments?: Readonly<Record<string, string>>
}

/** Declares an endpoint, keeping its exact types. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Parsed<S, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise
type Sent<S, Otherwise> = S extends z.ZodType ? z.input<S> : Otherwise

/** What a handler receives. */
export type Params<E extends Endpoint> = Parsed<E['params'], Record<string, never>>
export type Query<E extends Endpoint> = Parsed<E['query'], Record<string, never>>
export type Body<E extends Endpoint> = Parsed<E['body'], undefined>
/** What a handler returns, and what a client receives. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : never

/** What a client passes. */
export type ParamsInput<E extends Endpoint> = Sent<E['params'], undefined>
export type QueryInput<E extends Endpoint> = Sent<E['query'], undefined>
export type BodyInput<E extends Endpoint> = Sent<E['body'], undefined>
