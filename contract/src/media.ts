import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A picture's path below `/v1/images` (or `/v1/images/public`): server-made, and looked up as it is. */
const imagePath = z.object({ '*': z.string() })

export const getImage = endpoint({
  method: 'GET',
  path: '/v1/images/*',
  summary: 'A picture of the own tenant',
  actor: 'signed-in',
  params: imagePath,
  response: 'bytes',
  errors: [],
})

export const getPublicImage = endpoint({
  method: 'GET',
  path: '/v1/images/public/*',
  summary: 'A picture shown on public pages',
  actor: 'public',
  params: imagePath,
  response: 'bytes',
  errors: [],
})
