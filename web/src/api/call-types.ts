import type {
  Answer,
  Body,
  BodyInput,
  Endpoint,
  Params,
  ParamsInput,
  Query,
  QueryInput,
} from '@almanac/contract/endpoint'
import type { ApiError } from './api-error.ts'

/**
 * What a client may pass where the schema takes `Sent` and makes `Parsed` of it: either, so that an id is a number and a
 * flag a boolean although both travel as text.
 */
type Passed<Sent, Parsed> = Sent extends object
  ? {
      [Key in keyof Sent]: Key extends keyof Parsed
        ? unknown extends Sent[Key]
          ? Parsed[Key]
          : Sent[Key] | Parsed[Key]
        : Sent[Key]
    }
  : undefined

/** A part that may be left out where nothing in it is required. */
type Part<Name extends string, Value> = Value extends object
  ? Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }
  : { [Key in Name]?: undefined }

type FileNames<E extends Endpoint> =
  E['files'] extends Readonly<Record<string, unknown>> ? keyof E['files'] & string : never

interface Manners {
  signal?: AbortSignal
  /** One each time a form opens: a repeated submit then has one effect (decision W9). */
  idempotencyKey?: string
  /** Percent of the body sent so far, 0 to 100. */
  onProgress?: (percent: number) => void
  /** The answer 401 is the caller's business: it doesn't end the session on screen. */
  isSessionCheck?: boolean
  /** A GET that acts, as logging out does: its failure is toasted as a write's is. */
  isAct?: boolean
  /** Failures that the screen makes a question of, or that are no failure to it: there is no toast of them. */
  isTold?: (error: ApiError) => boolean
}

/** Everything one call takes: the parts that its endpoint declares, and how to make it. */
export type CallInput<E extends Endpoint> = Part<'params', Passed<ParamsInput<E>, Params<E>>> &
  Part<'query', Passed<QueryInput<E>, Query<E>>> &
  Part<'body', Passed<BodyInput<E>, Body<E>>> & {
    files?: [FileNames<E>] extends [never] ? undefined : Partial<Record<FileNames<E>, Blob>>
  } & Manners

/** The input, which may be left out where nothing in it is required. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** What names a read: a list of these is a query's key. */
export type ReadInput<E extends Endpoint> = Pick<CallInput<E>, 'params' | 'query'>

/** What a call answers: a file to be saved where the endpoint's answer is bytes. */
export type Received<E extends Endpoint> = E['response'] extends 'bytes' ? File : Answer<E>
