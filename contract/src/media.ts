import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A picture's path below `/v1/images` (or `/v1/images/public`): server-made, and looked up as it is. */
const imagePath = z.object({ '*': z.string() })

const picture = {
  params: imagePath,
  segments: {
    folder: 'The first part of the picture’s path, before the slash.',
    fileName: 'The second part of the picture’s path, after the slash.',
  },
  response: 'bytes',
  content: { mediaTypes: ['image/png', 'image/webp', 'image/svg+xml'], hasTag: true },
} as const

export const getImage = endpoint({
  method: 'GET',
  path: '/v1/images/*',
  summary: 'A picture of the own tenant',
  actor: 'signed-in',
  ...picture,
  errors: [],
})

export const getPublicImage = endpoint({
  method: 'GET',
  path: '/v1/images/public/*',
  summary: 'A picture shown on public pages',
  actor: 'public',
  ...picture,
  errors: [],
})
