import { formatDuration } from '@almanac/contract/duration'
import { WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../ui/format.ts'
import { audioFileError } from './audio-rules.ts'
import { measureAudio } from './measure-audio.ts'

export interface ChosenFile {
  file: File | null
  /** Why it can't be taken; null of one that can. */
  error: string | null
  /** The device's own guess. */
  durationSeconds: number | null
  /** The device has not looked into it yet. */
  isMeasuring: boolean
}

/** What the device's picker offers. */
export const AUDIO_FILES = '.mp3,audio/mpeg'

const NOTHING: ChosenFile = { file: null, error: null, durationSeconds: null, isMeasuring: false }

/** Whether it may be sent. */
export function isValidFile({ file, error, isMeasuring }: ChosenFile): boolean {
  return file !== null && error === null && !isMeasuring
}

/** Size and length of a chosen file, as far as they are known. */
export function aboutFile({ file, durationSeconds }: Pick<ChosenFile, 'file' | 'durationSeconds'>): string {
  const size = formatBytes(file?.size ?? 0)
  return durationSeconds === null ? size : `${size}, ${formatDuration(durationSeconds)}`
}

/** The chosen recording, what is wrong with it, and how long it seems to be. */
export function useAudioFile() {
  const [chosen, setChosen] = useState(NOTHING)
  const latest = useRef<File | null>(null)
  return {
    ...chosen,
    choose(file: File) {
      const error = audioFileError(file)
      latest.current = file
      setChosen({ file, error, durationSeconds: null, isMeasuring: error === null })
      if (error) return
      void measureAudio(file).then(({ durationSeconds, isUnplayable }) => {
        if (latest.current !== file) return
        setChosen({ file, error: isUnplayable ? WRONG_FORMAT : null, durationSeconds, isMeasuring: false })
      })
    },
    /** The server has looked into it and found it to be no recording. */
    refuse: (error: string) => setChosen((before) => ({ ...before, error })),
  }
}
