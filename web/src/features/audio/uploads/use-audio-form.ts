import { audioBody } from '@almanac/contract/audio'
import { z } from 'zod'
import { useForm } from '../../../ui/use-form.ts'
import type { WallTime } from '../../../ui/wall-time.ts'
import { type AudioTimes, endsBeforeStart } from './audio-rules.ts'

/** What is asked of a reading beside its file; the times on the wall of the tenant's zone. */
export type AudioFields = AudioTimes & { audioName: string }

interface AudioFormOptions {
  initial: AudioFields
  timeZone: string
  onSubmit: (fields: AudioFields) => Promise<unknown> | unknown
}

/** The form of a reading that is added, changed or copied. */
export function useAudioForm({ initial, timeZone, onSubmit }: AudioFormOptions) {
  return useForm({
    initial: initial as { audioName: string; startDateTime: WallTime | null; endDateTime: WallTime | null },
    schema: schemaIn(timeZone),
    onSubmit,
  })
}

export type AudioForm = ReturnType<typeof useAudioForm>

/** The contract's rules, and the one about both times, which stands under the end. */
function schemaIn(timeZone: string) {
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
