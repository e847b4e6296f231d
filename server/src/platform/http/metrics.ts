import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** Takes a registry up, and answers how to read it, as Prometheus text. */
export type Metrics = (registry: Registry) => () => Promise<string>

/** Of a process that serves alone. */
export const ownMetrics: Metrics = (registry) => () => registry.metrics()

/** A web process asks the first one for the sum of all, and is answered under the same number. */
interface Question {
  almanacMetrics: number
}

interface Reply extends Question {
  text: string | null
}

/** Adds up what the web processes that this process starts have counted, whenever one of them asks. */
export function keepMetrics(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (asker: Worker, message: Partial<Question> | undefined) => {
    const { almanacMetrics } = message ?? {}
    if (almanacMetrics === undefined) return
    const reply = (text: string | null) => asker.send({ almanacMetrics, text } satisfies Reply)
    all.clusterMetrics().then(reply, () => reply(null))
  })
}

/** The sum of all web processes, read in one of them. */
export const sharedMetrics: Metrics = (registry) => {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let asked = 0
  process.on('message', (message: Partial<Reply> | undefined) => {
    const { almanacMetrics = -1, text } = message ?? {}
    const answer = waiting.get(almanacMetrics)
    if (!answer) return
    waiting.delete(almanacMetrics)
    if (typeof text === 'string') answer.resolve(text)
    else answer.reject(new Error('The web processes did not say in time what they have counted'))
  })
  return () => {
    const answer = Promise.withResolvers<string>()
    const number = asked++
    waiting.set(number, answer)
    process.send?.({ almanacMetrics: number } satisfies Question)
    return answer.promise
  }
}
