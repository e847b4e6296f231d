import type { CustomerAudio } from '@almanac/contract/audio'
import type { WallTime } from '../../../ui/wall-time.ts'
import { shownPercent } from './audio-rules.ts'

/** What is sent of a reading; the file is measured again by the server. */
export interface AudioDraft {
  file: File
  audioName: string
  startDateTime: WallTime
  endDateTime: WallTime
  /** The device's own guess, `m:ss`. */
  duration: string
}

/** A reading that this page uploads or has uploaded, or a copy of one of these. */
export interface UploadEntry {
  /** Its key on this page, and the idempotency key of its upload: another try is the same request. */
  localId: string
  /** What is sent; null of a copy, which sends nothing. */
  draft: AudioDraft | null
  copyAudio: boolean
  uploadPercentage: number
  /** Under way: its row can not be acted on. */
  audioUploadProcessing: boolean
  /** What the server made of it, once done. */
  audio: CustomerAudio | null
  /** Its 100 percent has been shown: the row says what became of it. */
  isSettled: boolean
  /** Why it failed; null unless it did. */
  error: string | null
  /** The file itself was the reason, so that it is of no use to send it again. */
  isFileRefused: boolean
}

export type AudioFilter = 'expired' | 'active' | 'unexpired' | 'uploaded'

export interface UploadState {
  entries: readonly UploadEntry[]
}

export type UploadEvent =
  | { type: 'added'; localId: string; draft: AudioDraft }
  | { type: 'progressed'; localId: string; percent: number }
  | { type: 'done'; localId: string; audio: CustomerAudio }
  | { type: 'settled'; localId: string }
  | { type: 'failed'; localId: string; error: string; isFileRefused: boolean }
  | { type: 'retried'; localId: string }
  | { type: 'removed'; localId: string }
  | { type: 'copied'; localId: string; audio: CustomerAudio }
  | { type: 'changed'; audio: CustomerAudio }
  | { type: 'deleted'; audioId: number }
  | { type: 'left' }

export const initialUploads: UploadState = { entries: [] }

/** What is shown under a filter that was chosen: Uploaded Files go, and lead back to Active Files, with their last entry. */
export function shownFilter(chosen: AudioFilter, { entries }: UploadState): AudioFilter {
  return chosen === 'uploaded' && entries.length === 0 ? 'active' : chosen
}

/**
 * The Audio tab's local uploads. Finished entries go once one looks at another list (`left`), unless an entry still needs
 * somebody.
 */
export function uploadState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'added': {
      const { localId, draft } = event
      return {
        entries: [
          ...state.entries,
          { localId, draft, copyAudio: false, audio: null, isSettled: false, ...started },
        ],
      }
    }
    case 'progressed':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        uploadPercentage: shownPercent(entry.uploadPercentage, event.percent),
      }))
    case 'done':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        audio: event.audio,
        ...ended,
      }))
    case 'settled':
      return changed(state, event.localId, (entry) => ({ ...entry, isSettled: true }))
    case 'failed':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        error: event.error,
        isFileRefused: event.isFileRefused,
        audioUploadProcessing: false,
      }))
    case 'retried':
      return changed(state, event.localId, (entry) => ({ ...entry, ...started }))
    case 'removed':
      return { entries: state.entries.filter((entry) => entry.localId !== event.localId) }
    case 'copied': {
      const { localId, audio } = event
      const copy = {
        localId,
        draft: null,
        copyAudio: true,
        audio,
        isSettled: true,
        error: null,
        isFileRefused: false,
        ...ended,
      }
      return { entries: [...state.entries, copy] }
    }
    case 'changed':
      return {
        entries: state.entries.map((entry) =>
          entry.audio?.id === event.audio.id ? { ...entry, audio: event.audio } : entry,
        ),
      }
    case 'deleted':
      return { entries: state.entries.filter(({ audio }) => audio?.id !== event.audioId) }
    case 'left':
      return state.entries.every(({ audio }) => audio !== null) ? initialUploads : state
  }
}

const ended = { uploadPercentage: 100, audioUploadProcessing: false }
const started = { uploadPercentage: 0, audioUploadProcessing: true, error: null, isFileRefused: false }

/** Nothing changes an entry that was removed. */
function changed(
  state: UploadState,
  localId: string,
  change: (entry: UploadEntry) => UploadEntry,
): UploadState {
  return {
    entries: state.entries.map((entry) => (entry.localId === localId ? change(entry) : entry)),
  }
}

/** Whether an upload would be lost by leaving. */
export function isUploading({ entries }: UploadState): boolean {
  return entries.some((entry) => entry.audioUploadProcessing)
}
