import { Worker } from 'node:worker_threads'
import { DomainError } from './errors.ts'

export interface ApartOptions<Output> {
  /** The module that exports the parser, e.g. `new URL('./svg.ts', import.meta.url)`. */
  module: URL
  /** The name of the exported function. It takes one argument; both ways everything is copied. */
  name: string
  /** How long one input may take. */
  seconds: number
  /** The result for an input that takes longer, or more memory than `memoryMb`. */
  otherwise: Output
}

/** What the thread sends: that it is ready, or how one input ended. */
export type FromThread<Output> = 'ready' | { output: Output } | { error: unknown }

const memoryMb = 256
/** Inputs that wait for the thread; each may be megabytes. */
const waitingMax = 20
const retryAfterSeconds = 5
/** A thread that nobody needs for so long is ended. */
const idleMs = 30_000

/**
 * Runs a parser of foreign bytes in a thread of its own, one input after the other, so that no input can block the event
 * loop. The thread starts with the first input. A parser that exceeds its time or memory is ended with its thread.
 * @throws DomainError `rate_limited` when too many inputs are waiting already
 */
export function parseApart<Input, Output>(options: ApartOptions<Output>): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    void thread?.terminate()
    thread = undefined
  }

  async function run(input: Input): Promise<Output> {
    clearTimeout(idle)
    try {
      thread ??= await startThread(options)
      return await ask(thread, input, options)
    } catch (error) {
      end()
      if (error instanceof GaveUp) return options.otherwise
      throw error
    } finally {
      thread?.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return (input) => {
    if (waiting >= waitingMax) return Promise.reject(new DomainError('rate_limited', { retryAfterSeconds }))
    waiting += 1
    const result = last.then(() => run(input))
    last = result.then(
      () => (waiting -= 1),
      () => (waiting -= 1),
    )
    return result
  }
}

/** The parser exceeded its time or memory. */
class GaveUp extends Error {}

/** Its time counts from when the thread has loaded the parser. */
async function startThread({ module, name }: ApartOptions<unknown>): Promise<Worker> {
  const thread = new Worker(new URL('./parser-thread.ts', import.meta.url), {
    workerData: { module: module.href, name },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // Once it is being ended, its errors concern nobody.
  thread.on('error', () => undefined)
  await nextMessage(thread)
  return thread
}

async function ask<Output>(
  thread: Worker,
  input: unknown,
  { seconds }: ApartOptions<Output>,
): Promise<Output> {
  thread.ref()
  const answer = nextMessage<Output>(thread, seconds)
  thread.postMessage(input)
  const message = await answer
  if (message === 'ready') throw new Error('The thread of a parser started twice.')
  if ('error' in message) throw message.error
  return message.output
}

function nextMessage<Output>(thread: Worker, seconds?: number): Promise<FromThread<Output>> {
  const { promise, resolve, reject } = Promise.withResolvers<FromThread<Output>>()
  const timer = seconds && setTimeout(() => reject(new GaveUp()), seconds * 1_000)
  const fail = (error: unknown) =>
    reject((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new GaveUp() : error)
  thread.once('message', resolve).once('error', fail)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('error', fail)
  })
}
