import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const leaving = new WeakSet<FastifyInstance>()

/** Whether a server is about to close: it still answers everybody, and asks not to be sent anybody more. */
export function isLeaving(app: FastifyInstance): boolean {
  return leaving.has(app)
}

/** From when it is leaving, each answer of a server is the last one on its connection. */
export function endConnectionsOfLeaving(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLeaving(app)) reply.header('connection', 'close')
    done()
  })
}

/** Where nothing is drained, somebody waits at a terminal. */
const lastAnswers = { atOnceMs: 2_000, drainedMs: 30_000 }

/** How long a server that closes waits for the answers that are under way, in milliseconds. */
export function lastAnswersMs({ DRAIN_SECONDS }: Pick<Config, 'DRAIN_SECONDS'>): number {
  return DRAIN_SECONDS === 0 ? lastAnswers.atOnceMs : lastAnswers.drainedMs
}

/** How long a process may take to end in all, in milliseconds; a supervisor waits longer before it kills. */
export function stopWithinMs({ DRAIN_SECONDS }: Pick<Config, 'DRAIN_SECONDS'>): number {
  return DRAIN_SECONDS === 0 ? 9_000 : DRAIN_SECONDS * 1_000 + lastAnswers.drainedMs + 5_000
}

/** Listens on the socket or the port that is configured. A socket that a killed process left behind is taken over. */
export async function listen(
  app: FastifyInstance,
  { SOCKET, HOST }: Pick<Config, 'SOCKET' | 'HOST'>,
  port: number,
): Promise<void> {
  if (SOCKET === undefined) return void (await app.listen({ host: HOST, port }))
  await rm(SOCKET, { force: true })
  // Who may connect is for its folder to say.
  await app.listen({ path: SOCKET, readableAll: true, writableAll: true })
}

/**
 * Closes a server without a request that fails. A proxy that finds the name of the socket gone asks another server
 * before it has sent anything; who has found it is still accepted. A port can't be taken away so: there the balancer has
 * to look at `/readyz`. For `DRAIN_SECONDS` all goes on: until the balancer has looked, and a proxy has given up its idle
 * connections.
 */
export async function leave(
  app: FastifyInstance,
  { SOCKET, DRAIN_SECONDS }: Pick<Config, 'SOCKET' | 'DRAIN_SECONDS'>,
): Promise<void> {
  leaving.add(app)
  if (SOCKET !== undefined) await rm(SOCKET, { force: true })
  await wait(DRAIN_SECONDS * 1_000)
  await app.close()
}
