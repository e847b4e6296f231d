import type { FastifyRequest } from 'fastify'
import { PaypalFailure } from '../paypal/errors.ts'
import { StripeFailure } from '../stripe/errors.ts'
import { BadControl } from './input.ts'

/** What a control call does; its answer goes out as `data`. */
export type Work = (request: FastifyRequest) => unknown

/** Mounts one control call. */
export type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, work: Work) => void

/** What a call that could not be done says. @throws anything that is no refusal */
export function refusalOf(error: unknown): string {
  if (error instanceof BadControl || error instanceof StripeFailure) return error.message
  if (error instanceof PaypalFailure) return error.issue
  throw error
}
