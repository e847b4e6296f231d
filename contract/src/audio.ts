import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { oneLine } from './fields.ts'
import { limits } from './limits.ts'
import {
  atMostOne,
  audioIdText,
  audioSession,
  customerUrl,
  day,
  expectedTokensText,
  flag,
  fromJson,
  id,
  idText,
  instant,
  instantInput,
  message,
  paged,
  pageQuery,
} from './primitives.ts'

const consumerParams = z.object({ customerUrl, consumerId: idText })

/** The day that a reading is named for: its start in the zone of releases, the same for every tenant (A7). */
const releaseDate = day.meta({ description: 'The day a reading is named for, in the zone of releases.' })

export const consumerAudio = z.object({
  id: z.number().int(),
  audioName: z.string(),
  audioFileName: z.string(),
  /** `m:ss`, or `h:mm:ss` from one hour up. */
  duration: z.string(),
  startDateTime: instant,
  releaseDate,
  /** Whether it is paid in the session asked for, and so can be played without a charge. */
  isCharged: z.boolean(),
  /** Whether the consumer has ever played it, in whatever session. */
  isPlayed: z.boolean(),
})
export type ConsumerAudio = z.output<typeof consumerAudio>

export const listConsumerAudio = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/audio',
  summary: 'Readings a consumer can play now, newest first',
  actor: ['consumer'],
  params: consumerParams,
  query: z.object({
    ...pageQuery,
    consumerCategoryId: idText.optional(),
    category: idText.optional(),
    session: audioSession.optional(),
  }),
  response: paged(consumerAudio),
  errors: [],
})

export const chargeAudio = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/audio/:audioId/charge',
  summary: 'Spend tokens on a reading, once per session',
  actor: ['consumer'],
  params: z.object({
    customerUrl,
    consumerId: idText,
    audioId: audioIdText,
  }),
  query: z.object({
    session: audioSession,
    /** The price that was shown, in tokens: another one is `price_changed` with the present `numberOfTokens` (P11). */
    expectedTokens: expectedTokensText.optional(),
  }),
  response: z.object({
    tokenBalance: z.number().int(),
    tokensCharged: z.number().int(),
    alreadyCharged: z.boolean(),
    message: z.string(),
  }),
  errors: ['price_changed', 'session_over', 'insufficient_tokens', 'test_audio_is_free'],
})

export const streamConsumerAudio = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/audio/:audioId/stream',
  summary: 'The sound of a charged reading; audio 0 is the free test audio',
  actor: ['consumer'],
  params: z.object({
    customerUrl,
    consumerId: idText,
    audioId: audioIdText,
  }),
  query: z.object({
    session: audioSession.optional(),
    audioFileName: z.string().max(200).optional(),
    isTestAudioPlayed: flag.optional(),
  }),
  response: 'bytes',
  content: { mediaTypes: ['audio/mpeg'], takesRange: true },
  errors: ['unpaid_audio', 'audio_file_mismatch'],
})

export const customerAudio = z.object({
  id: z.number().int(),
  audioName: z.string(),
  audioFileName: z.string(),
  duration: z.string(),
  startDateTime: instant,
  releaseDate,
  endDateTime: instant,
  consumerCategoryId: z.number().int(),
})
export type CustomerAudio = z.output<typeof customerAudio>

export const listAudio = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/audio',
  summary: "A category's readings: active, expired or unexpired",
  actor: ['customer'],
  params: z.object({ customerUrl }),
  query: atMostOne(
    z.object({
      ...pageQuery,
      consumerCategoryId: idText,
      isExpired: flag.optional(),
      isActive: flag.optional(),
      isUnexpired: flag.optional(),
    }),
    ['isExpired', 'isActive', 'isUnexpired'],
  ),
  response: paged(customerAudio),
  errors: [],
})

const audioName = z
  .string({ error: 'Audio name is required.' })
  .trim()
  .min(2, 'Audio name must be 2 to 100 characters.')
  .max(100, { error: 'Audio name must be 2 to 100 characters.', abort: true })
  .regex(oneLine, 'Audio name must be one line.')

/** Fields of an upload; `duration` is only the client's first guess, the file is measured. */
export const audioBody = z.object({
  audioName,
  startDateTime: instantInput,
  endDateTime: instantInput,
  consumerCategoryId: idText,
  duration: z.string().max(20).optional(),
})

/** The reading that was written, beside the sentence about it. */
const savedAudio = customerAudio.extend({ message: z.string() })

const recording = {
  maxBytes: limits.audioMaxBytes,
  tooLarge: 'audio_too_large',
  mediaTypes: ['audio/mpeg'],
} as const

export const addAudio = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/audio',
  summary: 'Upload a reading (mp3)',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: audioBody,
  files: { audio: { ...recording, required: true } },
  response: savedAudio,
  status: 201,
  idempotent: true,
  errors: ['not_an_mp3', 'audio_too_large', 'upload_broken', 'idempotency_mismatch'],
})

/** What two people who edit a reading may both change. */
export const audioContent = customerAudio.pick({
  audioName: true,
  audioFileName: true,
  startDateTime: true,
  endDateTime: true,
})
export type AudioContent = z.output<typeof audioContent>

/**
 * What an edit was made of: a reading that holds something else by now is not written over, but answered `audio_changed`
 * with what it holds. Without it the last word counts.
 */
const expected = fromJson(audioContent).optional().meta({
  description: 'What the edit was made of; a reading that holds something else by now is not changed.',
})

const audioParams = z.object({ customerUrl, audioId: idText })

export const updateAudio = endpoint({
  method: 'PUT',
  path: '/v1/customers/:customerUrl/audio/:audioId',
  summary: 'Change a reading, with another recording or the one it has',
  actor: ['customer'],
  params: audioParams,
  body: audioBody.extend({ expected }),
  files: { audio: { ...recording, required: false } },
  response: savedAudio,
  idempotent: true,
  errors: ['audio_changed', 'not_an_mp3', 'audio_too_large', 'upload_broken', 'idempotency_mismatch'],
})

export const deleteAudio = endpoint({
  method: 'DELETE',
  path: '/v1/customers/:customerUrl/audio/:audioId',
  summary: 'Delete a reading; who has paid for it hears it to the end of the session',
  actor: ['customer'],
  params: audioParams,
  response: message,
  idempotent: true,
  errors: ['idempotency_mismatch'],
})

export const copyAudio = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/audio/copy',
  summary: 'Offer the recording of a reading once more, under another name and at another time',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: audioBody.pick({ audioName: true, startDateTime: true, endDateTime: true }).extend({ audioId: id }),
  response: savedAudio,
  status: 201,
  idempotent: true,
  errors: ['idempotency_mismatch'],
})

export const streamAudio = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/audio/:audioId/stream',
  summary: 'The sound of a reading, for the operator',
  actor: ['customer'],
  params: audioParams,
  response: 'bytes',
  content: { mediaTypes: ['audio/mpeg'], takesRange: true },
  errors: [],
})
