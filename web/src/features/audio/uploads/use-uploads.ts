import { addAudio, type CustomerAudio } from '@almanac/contract/audio'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { refresh } from '../../../api/query-client.ts'
import { useTenantParams } from '../../../api/session.ts'
import { isAboutFile } from './audio-rules.ts'
import { runUpload } from './run-upload.ts'
import { type AudioDraft, initialUploads, uploadState } from './upload-state.ts'

/** The Audio tab's uploads of one category. Leaving the screen stops what is under way. */
export function useUploads(consumerCategoryId: number) {
  const params = useTenantParams()
  const [state, report] = useReducer(uploadState, initialUploads)
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const { current } = running
    return () => {
      for (const upload of current.values()) upload.abort()
    }
  }, [])

  async function start(localId: string, { file, ...fields }: AudioDraft) {
    const stop = new AbortController()
    running.current.set(localId, stop)
    await runUpload({
      localId,
      send: (onProgress) =>
        call(addAudio, {
          params,
          body: { ...fields, consumerCategoryId },
          files: { audio: file },
          onProgress,
          signal: stop.signal,
          idempotencyKey: localId,
        }),
      report,
      failureText,
      isFileRefused: (thrown) => isApiError(thrown) && isAboutFile(thrown),
      signal: stop.signal,
    })
    running.current.delete(localId)
    if (!stop.signal.aborted) void refresh('audio')
  }

  function add(draft: AudioDraft) {
    const localId = newIdempotencyKey()
    report({ type: 'added', localId, draft })
    void start(localId, draft)
  }
  function remove(localId: string) {
    running.current.get(localId)?.abort()
    report({ type: 'removed', localId })
  }

  return {
    state,
    /** One looks at another list. */
    leave: useCallback(() => report({ type: 'left' }), []),
    add,
    /** Tries again under the same key: what came through although its answer was lost is not added twice. */
    retry(localId: string, draft: AudioDraft) {
      report({ type: 'retried', localId })
      void start(localId, draft)
    },
    remove,
    /** Another file in the place of one that was refused is an upload of its own. */
    replace(localId: string, draft: AudioDraft) {
      remove(localId)
      add(draft)
    },
    addCopy: (audio: CustomerAudio) => report({ type: 'copied', localId: newIdempotencyKey(), audio }),
    change: (audio: CustomerAudio) => report({ type: 'changed', audio }),
    forget: ({ id }: CustomerAudio) => report({ type: 'deleted', audioId: id }),
  }
}
