import { type BulkPreview, previewBulkShortText, uploadBulkShortText } from '@almanac/contract/texts'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, isApiError, isDecided } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { finishProgress } from '../../../api/finish-progress.ts'
import { refresh } from '../../../api/query-client.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { isOfFile, lineInWords, shownPercent, textFileError } from './bulk-rules.ts'

/** What is known of the chosen file. */
export type FileCheck =
  | { step: 'none' }
  /** It is none that can be uploaded. */
  | { step: 'refused'; error: string }
  | { step: 'checking' }
  /** Nobody could say what stands in it. */
  | { step: 'unchecked'; message: string }
  | { step: 'checked'; preview: BulkPreview; lines: readonly string[] }

export type UploadCourse =
  | { step: 'choosing' }
  | { step: 'sending'; percent: number }
  /** No answer came: whether it was uploaded is not known, so that only the same file may go again. */
  | { step: 'unanswered'; message: string }

const isLinesRefused = ({ code }: ApiError) => code === 'bulk_lines_refused'
const isToldHere = (error: ApiError) => isOfFile(error) || isLinesRefused(error)

/** The course of one bulk upload: a file is chosen, checked by the server, and uploaded once whatever is pressed or lost. */
export function useBulkUpload(customerId: number, onDone: () => void) {
  const [file, setFile] = useState<File | null>(null)
  const [check, setCheck] = useState<FileCheck>({ step: 'none' })
  const [course, setCourse] = useState<UploadCourse>({ step: 'choosing' })
  const isSending = useRef(false)
  const checking = useRef<AbortController>(null)
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()
  useEffect(() => () => checking.current?.abort(), [])

  async function checkFile(chosen: File) {
    checking.current?.abort()
    const own = new AbortController()
    checking.current = own
    setCheck({ step: 'checking' })
    try {
      const preview = await call(previewBulkShortText, {
        params: { customerId },
        files: { textFile: chosen },
        signal: own.signal,
        isTold: () => true,
      })
      if (!own.signal.aborted)
        setCheck({ step: 'checked', preview, lines: preview.badLines.map(lineInWords) })
    } catch (thrown) {
      if (own.signal.aborted) return
      if (!isApiError(thrown)) throw thrown
      const { message } = thrown
      setCheck(isOfFile(thrown) ? { step: 'refused', error: message } : { step: 'unchecked', message })
    }
  }

  function refuse(thrown: ApiError) {
    isSending.current = false
    if (!isDecided(thrown)) return setCourse({ step: 'unanswered', message: thrown.message })
    idempotencyKey.current = newIdempotencyKey()
    setCourse({ step: 'choosing' })
    if (isOfFile(thrown)) setCheck({ step: 'refused', error: thrown.message })
    // What was right when it was checked is so no more: a time has come too near, or somebody else was faster.
    if (isLinesRefused(thrown) && check.step === 'checked') setCheck({ ...check, lines: thrown.list })
  }

  return {
    file,
    check,
    course,
    choose(chosen: File) {
      if (isSending.current) return
      const error = textFileError(chosen)
      idempotencyKey.current = newIdempotencyKey()
      setFile(chosen)
      setCourse({ step: 'choosing' })
      if (error === null) return void checkFile(chosen)
      checking.current?.abort()
      setCheck({ step: 'refused', error })
    },
    checkAgain() {
      if (file) void checkFile(file)
    },
    async upload() {
      if (!file || isSending.current) return
      isSending.current = true
      setCourse({ step: 'sending', percent: 0 })
      try {
        const { message } = await call(uploadBulkShortText, {
          params: { customerId },
          files: { textFile: file },
          idempotencyKey: idempotencyKey.current,
          onProgress: (percent) =>
            setCourse((before) =>
              before.step === 'sending'
                ? { step: 'sending', percent: Math.max(before.percent, shownPercent(percent)) }
                : before,
            ),
          isTold: isToldHere,
        })
        await finishProgress(() => setCourse({ step: 'sending', percent: 100 }))
        showToast('success', message)
        void refresh('texts')
        onDone()
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        refuse(thrown)
      }
    },
  }
}
