import type { CustomerAudio } from '@almanac/contract/audio'
import { describe, expect, test } from 'vitest'
import {
  type AudioDraft,
  type AudioFilter,
  initialUploads,
  isUploading,
  shownFilter,
  type UploadEvent,
  type UploadState,
  uploadState,
} from './upload-state.ts'

const draft: AudioDraft = {
  file: new File(['sound'], 'week.mp3', { type: 'audio/mpeg' }),
  audioName: 'Week of December 8',
  startDateTime: '2026-12-08 00:05',
  endDateTime: '2027-01-05 00:05',
  duration: '4:31',
}
const audio: CustomerAudio = {
  id: 44,
  audioName: 'Week of December 8',
  audioFileName: 'c0ffee.mp3',
  duration: '4:32',
  startDateTime: '2026-12-08T05:05:00.000Z',
  releaseDate: '2026-12-08',
  endDateTime: '2027-01-05T05:05:00.000Z',
  consumerCategoryId: 9,
}
const add = (localId: string): UploadEvent => ({ type: 'added', localId, draft })
const done = (localId: string): UploadEvent => ({ type: 'done', localId, audio })
const progress = (localId: string, percent: number): UploadEvent => ({ type: 'progressed', localId, percent })
const fail = (localId: string): UploadEvent => ({
  type: 'failed',
  localId,
  error: 'The upload broke off.',
  isFileRefused: false,
})
const leave: UploadEvent = { type: 'left' }
const remove = (localId: string): UploadEvent => ({ type: 'removed', localId })

const after = (...events: UploadEvent[]) => events.reduce(uploadState, initialUploads)
const only = (state: UploadState) => state.entries[0]

test('a new entry is under way at 0 percent', () => {
  const state = after(add('a'))
  expect(only(state)).toMatchObject({ uploadPercentage: 0, audioUploadProcessing: true, audio: null })
})

describe('progress', () => {
  test.each([
    [[12.9], 12],
    [[64], 64],
    [[99], 99],
    [[100], 99],
    [[250], 99],
    [[-3], 0],
    // Late news of an earlier moment.
    [[64, 20], 64],
  ])('%j shows %i percent', (percents, shown) => {
    const state = after(add('a'), ...percents.map((percent) => progress('a', percent)))
    expect(only(state)?.uploadPercentage).toBe(shown)
    expect(isUploading(state)).toBe(true)
  })

  test('shows 100 once done, with the server’s id and file name, and can be acted on', () => {
    const state = after(add('a'), progress('a', 100), done('a'))
    expect(only(state)).toMatchObject({ uploadPercentage: 100, audioUploadProcessing: false, audio })
    expect(isUploading(state)).toBe(false)
  })

  test('belongs to one of several uploads', () => {
    const state = after(add('a'), add('b'), progress('b', 40), done('a'))
    expect(state.entries.map((entry) => entry.uploadPercentage)).toEqual([100, 40])
    expect(isUploading(state)).toBe(true)
  })
})

describe('a failure', () => {
  test('keeps the entry with its reason', () => {
    const state = after(add('a'), progress('a', 70), fail('a'))
    expect(only(state)).toMatchObject({ error: 'The upload broke off.', audioUploadProcessing: false, draft })
  })

  test('is forgotten on another try, which starts at 0', () => {
    const state = after(add('a'), progress('a', 70), fail('a'), { type: 'retried', localId: 'a' })
    expect(only(state)).toMatchObject({ error: null, uploadPercentage: 0, audioUploadProcessing: true })
  })
})

describe('the filter', () => {
  test.each<[string, UploadEvent[], AudioFilter, AudioFilter, number]>([
    ['is where one clicks', [], 'unexpired', 'unexpired', 0],
    ['is that of the uploads while there are some', [add('a')], 'uploaded', 'uploaded', 1],
    ['returns to Active Files with the last entry', [add('a'), remove('a')], 'uploaded', 'active', 0],
    ['stays while entries are left', [add('a'), add('b'), remove('a')], 'uploaded', 'uploaded', 1],
    ['stays elsewhere when the last entry goes', [add('a'), remove('a')], 'expired', 'expired', 0],
    ['keeps finished entries while one looks at them', [add('a'), done('a')], 'uploaded', 'uploaded', 1],
    ['drops finished entries when one looks elsewhere', [add('a'), done('a'), leave], 'active', 'active', 0],
    ['keeps all while one is under way', [add('a'), done('a'), add('b'), leave], 'active', 'active', 2],
    ['keeps a failed one', [add('a'), fail('a'), leave], 'active', 'active', 1],
    ['comes back to entries under way', [add('a'), leave], 'uploaded', 'uploaded', 1],
  ])('%s', (_name, events, chosen, shown, count) => {
    const state: UploadState = after(...events)
    expect(shownFilter(chosen, state)).toBe(shown)
    expect(state.entries).toHaveLength(count)
  })
})

describe('what is done with finished entries', () => {
  const copy = { ...audio, id: 45, audioName: 'Once more' }

  test('a copy stands beside them, finished', () => {
    const state = after(add('a'), done('a'), { type: 'copied', localId: 'b', audio: copy })
    expect(state.entries[1]).toEqual({
      localId: 'b',
      draft: null,
      isSettled: true,
      copyAudio: true,
      audio: copy,
      error: null,
      isFileRefused: false,
      uploadPercentage: 100,
      audioUploadProcessing: false,
    })
    expect(state.entries[0]?.copyAudio).toBe(false)
    expect(isUploading(state)).toBe(false)
  })

  test('a change is shown where it belongs', () => {
    const renamed = { ...audio, audioName: 'Another name' }
    const state = after(
      add('a'),
      add('b'),
      done('a'),
      { type: 'copied', localId: 'c', audio: copy },
      { type: 'changed', audio: renamed },
    )
    expect(state.entries.map((entry) => entry.audio)).toEqual([renamed, null, copy])
  })

  test('a deleted one goes, and with the last of them the filter', () => {
    const state = after(add('a'), done('a'), { type: 'deleted', audioId: audio.id })
    expect(shownFilter('uploaded', state)).toBe('active')
    const others = after(add('a'), add('b'), done('b'), { type: 'deleted', audioId: audio.id })
    expect(others.entries.map(({ localId }) => localId)).toEqual(['a'])
  })
})

test('news of an entry that was removed changes nothing', () => {
  const state = after(add('a'), remove('a'))
  expect([progress('a', 9), done('a'), fail('a')].reduce(uploadState, state).entries).toEqual([])
})
