import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The thread of a bystander: asks for what anybody asks for, with a short pause between, and says how long it took. */
const { url, headers, ms } = workerData as { url: string; headers: Record<string, string>; ms: number }
const askedFor = ['/v1/customers/aurora/landingpage', '/v1/token-validity']
const pauseMs = 5

const until = performance.now() + ms
const times: number[] = []
while (performance.now() < until) {
  for (const path of askedFor) {
    const startedAt = performance.now()
    const answer = await fetch(url + path, { headers })
    await answer.arrayBuffer()
    times.push(answer.status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  await wait(pauseMs)
}
parentPort?.postMessage(times.sort((one, other) => one - other))
