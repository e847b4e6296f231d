import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import {
  audioIdText,
  audioSession,
  customerUrl,
  day,
  expectedTokensText,
  flag,
  idText,
  instant,
  instantInput,
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
  query: z.object({
    ...pageQuery,
    consumerCategoryId: idText,
    isExpired: flag.optional(),
    isActive: flag.optional(),
    isUnexpired: flag.optional(),
  }),
  response: paged(customerAudio),
  errors: [],
})

const audioName = z
  .string({ error: 'Audio name is required.' })
  .trim()
  .min(2, 'Audio name must be 2 to 100 characters.')
  .max(100, 'Audio name must be 2 to 100 characters.')

/** Fields of an upload; `duration` is only the client's first guess, the file is measured. */
export const audioBody = z.object({
  audioName,
  startDateTime: instantInput,
  endDateTime: instantInput,
  consumerCategoryId: idText,
  duration: z.string().max(20).optional(),
})

export const addAudio = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/audio',
  summary: 'Upload a reading (mp3)',
  actor: ['customer'],
  params: z.object({ customerUrl }),
  body: audioBody,
  files: {
    audio: {
      maxBytes: limits.audioMaxBytes,
      required: true,
      tooLarge: 'audio_too_large',
      mediaTypes: ['audio/mpeg'],
    },
  },
  response: customerAudio.extend({ message: z.string() }),
  status: 201,
  errors: ['not_an_mp3', 'audio_too_large', 'upload_broken'],
})

export const streamAudio = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/audio/:audioId/stream',
  summary: 'The sound of a reading, for the operator',
  actor: ['customer'],
  params: z.object({ customerUrl, audioId: idText }),
  response: 'bytes',
  content: { mediaTypes: ['audio/mpeg'], takesRange: true },
  errors: [],
})
