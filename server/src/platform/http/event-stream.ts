import { PassThrough } from 'node:stream'
import { streamEvents } from '@almanac/contract/events'
import type { Change, WakeupListener } from '../wakeups.ts'
import { bind, type Route } from './bind.ts'
import type { ResolveSession, Session } from './session.ts'

const heartbeatMs = 25_000
const streamsPerUserMax = 12

interface EventStreamDeps {
  wakeups: WakeupListener
  resolveSession: ResolveSession
}

export interface EventStreams {
  readonly route: Route
  /** Ends every open stream, so that a stopping server does not wait for its readers. */
  endAll(): void
}

/** Tells signed-in users' screens what changed in the background (decision X7). */
export function openEventStreams({ wakeups, resolveSession }: EventStreamDeps): EventStreams {
  const openByUser = new Map<number, Set<PassThrough>>()

  function remember(userId: number, stream: PassThrough): void {
    const open = openByUser.get(userId) ?? new Set()
    openByUser.set(userId, open.add(stream))
    if (open.size > streamsPerUserMax) open.values().next().value?.end()
  }

  function forget(userId: number, stream: PassThrough): void {
    const open = openByUser.get(userId)
    open?.delete(stream)
    if (open?.size === 0) openByUser.delete(userId)
  }

  const route = bind(streamEvents, async ({ session, request }) => {
    const stream = new PassThrough()
    remember(session.userId, stream)
    /** Ends the stream if its session has ended, wherever that was; false then. */
    const isLive = async () => {
      // While the database is away nobody can say that the session has ended.
      const isOver = await resolveSession(session).then(
        (found) => found === null,
        () => false,
      )
      if (isOver) stream.end()
      return !stream.writableEnded
    }
    const say = async (words: string) => {
      if (await isLive()) stream.write(words)
    }
    const stopWatching = wakeups.onSessionEnd((userId) => {
      if (userId === session.userId) void isLive()
    })
    const stopListening = wakeups.onChange((change) => {
      if (concerns(change, session))
        void say(`event: change\ndata: ${JSON.stringify({ topic: change.topic })}\n\n`)
    })
    const heartbeat = setInterval(() => void say(': still here\n\n'), heartbeatMs)
    request.raw.on('close', () => stream.end())
    stream.on('close', () => {
      clearInterval(heartbeat)
      stopListening()
      stopWatching()
      forget(session.userId, stream)
    })
    stream.write(`retry: ${reconnectMs()}\n\n`)
    return {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      body: stream,
    }
  })

  function endAll(): void {
    for (const streams of openByUser.values()) for (const stream of streams) stream.end()
  }

  // A screen whose stream has ended opens another, and asks for all that it may have missed.
  wakeups.onMissed(endAll)

  return { route, endAll }
}

/** Not the same for all: streams that end together, with the connection that feeds them, are not to come back in one moment. */
const reconnectMs = () => 2_000 + Math.floor(4_000 * Math.random())

/** A change names a user, a tenant, a role of a tenant, or a role of all tenants. */
export function concerns(change: Change, session: Pick<Session, 'userId' | 'role' | 'tenantId'>): boolean {
  if (change.userId !== undefined) return change.userId === session.userId
  if (change.role !== undefined && change.role !== session.role) return false
  return change.tenantId === undefined ? change.role !== undefined : change.tenantId === session.tenantId
}
