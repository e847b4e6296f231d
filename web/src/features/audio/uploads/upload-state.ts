import type { CustomerAudio } from '@almanac/contract/audio'
import { limits } from '@almanac/contract/limits'
import type { WallTime } from '../../../ui/wall-time.ts'

/** What is sent of a reading; the file is measured again by the server. */
export interface AudioDraft {
  file: File
  audioName: string
  startDateTime: WallTime
  endDateTime: WallTime
  /** The device's own guess, `m:ss`. */
  duration: string
}

/** A reading that this page uploads or has uploaded. */
export interface UploadEntry {
  localId: string
  draft: AudioDraft
  uploadPercentage: number
  /** Under way: its row can not be acted on. */
  audioUploadProcessing: boolean
  /** What the server made of it, once done. */
  audio: CustomerAudio | null
  /** Why it failed; null unless it did. */
  error: string | null
}

export type AudioFilter = 'expired' | 'active' | 'unexpired' | 'uploaded'

export interface UploadState {
  filter: AudioFilter
  entries: readonly UploadEntry[]
}

export type UploadEvent =
  | { type: 'added'; localId: string; draft: AudioDraft }
  | { type: 'progressed'; localId: string; percent: number }
  | { type: 'done'; localId: string; audio: CustomerAudio }
  | { type: 'failed'; localId: string; error: string }
  | { type: 'retried'; localId: string }
  | { type: 'removed'; localId: string }
  | { type: 'filtered'; filter: AudioFilter }

export const initialUploads: UploadState = { filter: 'active', entries: [] }

/**
 * The Audio tab's filter and local uploads. An upload jumps to Uploaded Files; the filter goes, and back to Active Files,
 * with its last entry; finished entries go once one looks at another list, unless an entry still needs somebody.
 */
export function uploadState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'added': {
      const { localId, draft } = event
      return { filter: 'uploaded', entries: [...state.entries, { localId, draft, audio: null, ...started }] }
    }
    case 'progressed':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        uploadPercentage: Math.max(
          entry.uploadPercentage,
          Math.min(limits.progressCapPercent, Math.max(0, Math.floor(event.percent))),
        ),
      }))
    case 'done':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        audio: event.audio,
        uploadPercentage: 100,
        audioUploadProcessing: false,
      }))
    case 'failed':
      return changed(state, event.localId, (entry) => ({
        ...entry,
        error: event.error,
        audioUploadProcessing: false,
      }))
    case 'retried':
      return changed(state, event.localId, (entry) => ({ ...entry, ...started }))
    case 'removed': {
      const entries = state.entries.filter((entry) => entry.localId !== event.localId)
      const isGone = entries.length === 0 && state.filter === 'uploaded'
      return { filter: isGone ? 'active' : state.filter, entries }
    }
    case 'filtered': {
      const isOver = event.filter !== 'uploaded' && state.entries.every(({ audio }) => audio !== null)
      return { filter: event.filter, entries: isOver ? [] : state.entries }
    }
  }
}

const started = { uploadPercentage: 0, audioUploadProcessing: true, error: null }

/** Nothing changes an entry that was removed. */
function changed(
  state: UploadState,
  localId: string,
  change: (entry: UploadEntry) => UploadEntry,
): UploadState {
  return {
    ...state,
    entries: state.entries.map((entry) => (entry.localId === localId ? change(entry) : entry)),
  }
}

/** Whether an upload would be lost by leaving. */
export function isUploading({ entries }: UploadState): boolean {
  return entries.some((entry) => entry.audioUploadProcessing)
}
