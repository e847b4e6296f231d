import { type ChangeTopic, streamEvents } from '@almanac/contract/events'
import { refresh } from './query-client.ts'
import { readSession, subscribeSession, verifySession } from './session.ts'
import { ALL_TOPICS } from './topics.ts'

const REOPEN_MS = 5_000

/** The topic in an event's data; undefined of anything else. */
export function topicOf(data: unknown): ChangeTopic | undefined {
  try {
    const { topic } = JSON.parse(String(data))
    return ALL_TOPICS.find((known) => known === topic)
  } catch {
    return undefined
  }
}

/**
 * Listens to what happens in the background (decision X7), one stream for as long as somebody is signed in and the page
 * is in sight: a hidden page would hold one of the few connections that a browser opens to one server. Whatever was
 * missed is asked again when the stream is back. Once per page.
 */
export function followEvents(): void {
  let stream: EventSource | null = null
  let reopening: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false

  function close() {
    clearTimeout(reopening)
    stream?.close()
    stream = null
  }

  function open() {
    const opened = new EventSource(streamEvents.path)
    stream = opened
    opened.onopen = () => {
      if (wasOpen) void refresh(...ALL_TOPICS)
      wasOpen = true
    }
    opened.addEventListener('change', (event) => {
      const topic = topicOf(event.data)
      if (topic) void refresh(topic)
    })
    opened.onerror = () => {
      // While the browser tries again by itself there is nothing to do; a refusal it takes for an answer.
      if (opened.readyState !== EventSource.CLOSED) return
      close()
      reopening = setTimeout(() => void verifySession().then(settle), REOPEN_MS)
    }
  }

  function settle() {
    const isWanted = readSession().status === 'signed-in' && document.visibilityState === 'visible'
    if (readSession().status !== 'signed-in') wasOpen = false
    if (isWanted && !stream) open()
    else if (!isWanted) close()
  }

  subscribeSession(settle)
  document.addEventListener('visibilitychange', settle)
  settle()
}
