import { audioBody } from '@almanac/contract/audio'
import { formatDuration } from '@almanac/contract/duration'
import { limitMegabytes, limits } from '@almanac/contract/limits'
import { IconFileMusic } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { formatBytes, formatZone } from '../../../ui/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { audioFileError, endsBeforeStart, proposeTimes, proposeTimesOn } from './audio-rules.ts'
import { measureAudio } from './measure-audio.ts'
import type { AudioDraft } from './upload-state.ts'
import styles from './uploads.module.css'

interface AddAudioDialogProps {
  timeZone: string
  /** On which it is to start; empty for the next release. */
  day?: string
  onClose: () => void
  onAdd: (draft: AudioDraft) => void
}

/** Asks for a reading's file, name and times. It closes at once; the upload goes on in the list. */
export function AddAudioDialog({ timeZone, day = '', onClose, onAdd }: AddAudioDialogProps) {
  const chosen = useAudioFile()
  const [first] = useState(() => ({
    audioName: '',
    ...(day ? proposeTimesOn(day, timeZone) : proposeTimes(new Date(), timeZone)),
  }))
  const form = useForm({
    initial: first as { audioName: string; startDateTime: string | null; endDateTime: string | null },
    schema: formSchema(timeZone),
    onSubmit(fields) {
      if (!chosen.file || chosen.error) return
      onAdd({ ...fields, file: chosen.file, duration: formatDuration(chosen.durationSeconds ?? 0) })
      onClose()
    },
  })
  const start = form.custom('startDateTime')
  const end = form.custom('endDateTime')
  const isReady = chosen.file !== null && chosen.error === null

  return (
    <Dialog
      opened
      title="Add Audio"
      size="middle"
      dirty={form.changed || chosen.file !== null}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" type="submit" disabled={!isReady || !form.canSubmit}>
            Upload
          </Button>
        </>
      }
    >
      <FileField
        label="Audio file"
        icon={IconFileMusic}
        accept=".mp3,audio/mpeg"
        hint={`mp3, ${limitMegabytes(limits.audioMaxBytes)} MB at most.`}
        chosen={chosen.file && { name: chosen.file.name, about: aboutFile(chosen) }}
        error={chosen.error}
        onChoose={chosen.choose}
      />
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
    </Dialog>
  )
}

/** The contract's rules, and the one about both times, which stands under the end. */
function formSchema(timeZone: string) {
  const { audioName } = audioBody.shape
  return z
    .object({
      audioName,
      startDateTime: z.string('Start date and time is required.'),
      endDateTime: z.string('End date and time is required.'),
    })
    .refine((times) => !endsBeforeStart(times, timeZone), {
      path: ['endDateTime'],
      message: 'End date must be after start date.',
      // The name has nothing to do with it: said even while that is wrong.
      when: () => true,
    })
}

interface ChosenFile {
  file: File | null
  error: string | null
  durationSeconds: number | null
}

function aboutFile({ file, durationSeconds }: ChosenFile): string {
  const size = formatBytes(file?.size ?? 0)
  return durationSeconds === null ? size : `${size}, ${formatDuration(durationSeconds)}`
}

/** The chosen file, what is wrong with it, and how long it seems to be. */
function useAudioFile() {
  const [chosen, setChosen] = useState<ChosenFile>({ file: null, error: null, durationSeconds: null })
  const latest = useRef<File | null>(null)
  return {
    ...chosen,
    choose(file: File) {
      const error = audioFileError(file)
      latest.current = file
      setChosen({ file, error, durationSeconds: null })
      if (error) return
      void measureAudio(file).then((durationSeconds) => {
        if (latest.current === file) setChosen({ file, error, durationSeconds })
      })
    },
  }
}
