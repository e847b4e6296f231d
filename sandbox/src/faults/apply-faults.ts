import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault, FaultKind } from './faults.ts'

/** An answer not yet sent. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** The fault that decides the outcome of a call, latency aside. */
export function outcomeFault(faults: Fault[]): FaultKind | undefined {
  return faults.find((fault) => fault.kind !== 'latency')?.kind
}

/** Whether the provider does its work under this fault. */
export function doesWork(fault: FaultKind | undefined): boolean {
  return fault === undefined || fault.endsWith('after_success')
}

/** Waits as long as a latency fault says. */
export async function delayByFault(faults: Fault[]): Promise<void> {
  const latency = faults.find((fault) => fault.kind === 'latency')
  if (latency) await sleep(latency.latencyMs)
}

/** Sends the answer, or does to the connection what the fault says. */
export function sendThroughFault(reply: FastifyReply, answer: Answer, fault: FaultKind | undefined): void {
  if (fault === 'timeout_after_success' || fault === 'timeout_before') {
    reply.hijack()
    return
  }
  if (fault === 'reset_after_success' || fault === 'reset_before') {
    reply.hijack()
    reply.raw.socket?.resetAndDestroy()
    return
  }
  reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}
