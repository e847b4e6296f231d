import { PassThrough } from 'node:stream'
import { streamEvents } from '@almanac/contract/events'
import type { Change, WakeupListener } from '../wakeups.ts'
import { bind, type Route } from './bind.ts'
import type { Session } from './session.ts'

const heartbeatMs = 25_000
const streamsPerUserMax = 12

/** Tells a signed-in user's screens what changed in the background (decision X7). */
export function eventStreamRoute({ wakeups }: { wakeups: WakeupListener }): Route {
  const openByUser = new Map<number, PassThrough[]>()

  function close(userId: number, stream: PassThrough): void {
    const left = (openByUser.get(userId) ?? []).filter((one) => one !== stream)
    if (left.length > 0) openByUser.set(userId, left)
    else openByUser.delete(userId)
  }

  return bind(streamEvents, async ({ session, request }) => {
    const stream = new PassThrough()
    const open = [...(openByUser.get(session.userId) ?? []), stream]
    openByUser.set(session.userId, open)
    if (open.length > streamsPerUserMax) open[0]?.end()
    const stopListening = wakeups.onChange((change) => {
      if (concerns(change, session))
        stream.write(`event: change\ndata: ${JSON.stringify({ topic: change.topic })}\n\n`)
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
    const end = () => {
      clearInterval(heartbeat)
      stopListening()
      close(session.userId, stream)
    }
    request.raw.on('close', () => stream.end())
    stream.on('close', end)
    stream.write('retry: 3000\n\n')
    return {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
      body: stream,
    }
  })
}

function concerns(change: Change, session: Session): boolean {
  if (change.userId !== undefined) return change.userId === session.userId
  return change.tenantId === session.tenantId
}
