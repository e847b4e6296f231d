import type { CustomerAudio } from '@almanac/contract/audio'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runUpload } from './run-upload.ts'
import type { UploadEvent } from './upload-state.ts'

const audio: CustomerAudio = {
  id: 44,
  audioName: 'Week',
  audioFileName: 'c0ffee.mp3',
  duration: '4:32',
  startDateTime: '2026-12-08T05:05:00.000Z',
  releaseDate: '2026-12-08',
  endDateTime: '2027-01-05T05:05:00.000Z',
  consumerCategoryId: 9,
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function run(send: (onProgress: (percent: number) => void) => Promise<CustomerAudio>) {
  const events: UploadEvent[] = []
  const stop = new AbortController()
  const ended = runUpload({
    localId: 'a',
    send,
    report: (event) => events.push(event),
    failureText: (thrown) => String((thrown as Error).message),
    isFileRefused: (thrown) => (thrown as Error).message.startsWith('*'),
    signal: stop.signal,
  })
  return { events, stop, ended }
}

test('shows 100 percent 300 ms after the answer, and is settled only after that', async () => {
  const { events, ended } = run(async (onProgress) => {
    onProgress(100)
    return audio
  })
  await vi.advanceTimersByTimeAsync(299)
  expect(events).toEqual([{ type: 'progressed', localId: 'a', percent: 100 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(events.at(-1)).toEqual({ type: 'done', localId: 'a', audio })
  await vi.runAllTimersAsync()
  await ended
  expect(events.at(-1)).toEqual({ type: 'settled', localId: 'a' })
})

test.each([
  ['* Selected file format is not supported.', true],
  ['We cannot reach the server right now. Please try again shortly.', false],
])('tells why it failed: %s', async (error, isFileRefused) => {
  const { events, ended } = run(() => Promise.reject(new Error(error)))
  await ended
  expect(events).toEqual([{ type: 'failed', localId: 'a', error, isFileRefused }])
})

test('is silent once stopped', async () => {
  const { events, stop, ended } = run(async () => audio)
  stop.abort()
  await vi.runAllTimersAsync()
  await ended
  expect(events).toEqual([])
})
