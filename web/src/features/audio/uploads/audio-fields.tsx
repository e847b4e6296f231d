import { limitMegabytes, limits } from '@almanac/contract/limits'
import { IconFileMusic } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { formatZone } from '../../../ui/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './uploads.module.css'
import { AUDIO_FILES, aboutFile, type useAudioFile } from './use-audio-file.ts'
import type { AudioForm } from './use-audio-form.ts'

interface RecordingFieldProps {
  chosen: ReturnType<typeof useAudioFile>
  /** What is said of it while nothing is chosen. */
  hint?: ReactNode
}

const LIMIT = `mp3, ${limitMegabytes(limits.audioMaxBytes)} MB at most.`

/** The recording of a reading, chosen or dropped. */
export function RecordingField({ chosen, hint = LIMIT }: RecordingFieldProps) {
  return (
    <FileField
      label="Audio file"
      icon={IconFileMusic}
      accept={AUDIO_FILES}
      hint={hint}
      chosen={chosen.file && { name: chosen.file.name, about: aboutFile(chosen) }}
      error={chosen.error}
      onChoose={chosen.choose}
    />
  )
}

/** The name of a reading and when it is offered, on the wall of the tenant's zone. */
export function AudioFields({ form, timeZone }: { form: AudioForm; timeZone: string }) {
  const start = form.custom('startDateTime')
  const end = form.custom('endDateTime')
  return (
    <>
      <TextField label="Audio Name" autoComplete="off" {...form.field('audioName')} />
      <div className={styles.pair}>
        <DateTimeField
          label="Start Date & Time"
          timeZone={timeZone}
          {...start}
          onChange={(value) => {
            start.onChange(value)
            // Another start may leave the end before it.
            end.onChange(end.value)
          }}
        />
        <DateTimeField label="End Date & Time" timeZone={timeZone} {...end} />
      </div>
      <p className={styles.zone}>Times are {formatZone(timeZone)}.</p>
    </>
  )
}
