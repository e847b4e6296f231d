import { type RefObject, useEffect, useRef } from 'react'

/** What a frame tells, `source` and `type` first; nothing else of it is sure. */
export type FrameMessage = { type?: unknown } & Record<string, unknown>

/** Listens to one frame alone: of the origin it was loaded from, and of that very window. */
export function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  { origin, source }: { origin: string; source: string },
  onMessage: (message: FrameMessage) => void,
): void {
  const heard = useRef(onMessage)
  heard.current = onMessage

  useEffect(() => {
    function listen({ origin: from, source: sender, data }: MessageEvent) {
      if (from !== origin || !sender || sender !== frame.current?.contentWindow) return
      if (typeof data === 'object' && data !== null && data.source === source) heard.current(data)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame, origin, source])
}
